import type { DemoServer } from '../../server/demo-server.js';
import { send } from './send.js';

/** What a browser sends along once it has followed the link. */
export async function tokenCookie({ url, link }: Pick<DemoServer, 'url' | 'link'>): Promise<{
  cookie: string;
}> {
  const { headers } = await send(url, `/${new URL(link).search}`);
  const [cookie = ''] = (headers['set-cookie'] as string[] | undefined) ?? [];
  return { cookie: cookie.split(';')[0] ?? '' };
}
