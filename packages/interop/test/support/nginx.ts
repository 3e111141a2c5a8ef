import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Identity } from './certificate.js';

/** A proxy that listens. */
export interface Nginx {
  /** Speaks HTTP/1.1. */
  readonly origin: string;
  /** Speaks HTTP/2, with TLS. */
  readonly secureOrigin: string;
  stop(): Promise<void>;
}

/** Without the privileges of who runs the tests, should that be root. */
const NOBODY = 65_534;

/**
 * Starts nginx as one process in the foreground, with all it writes in a folder of its own. Each of
 * `locations` is a path prefix and what stands in its block; `beside` stands beside the server.
 */
export async function startNginx(
  program: string,
  locations: Record<string, string>,
  identity: Identity,
  beside = '',
): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'loop-nginx-'));
  const [port, securePort] = await freePorts();
  const files = {
    'nginx.conf': configuration(folder, [port, securePort], locations, beside),
    'key.pem': identity.key,
    'cert.pem': identity.cert,
  };
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(folder, name), content, { mode: 0o600 });
  }
  const child = await run(program, folder, Object.keys(files));
  return {
    origin: `http://127.0.0.1:${port}`,
    secureOrigin: `https://127.0.0.1:${securePort}`,
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
      await rm(folder, { recursive: true });
    },
  };
}

async function run(program: string, folder: string, files: string[]): Promise<ChildProcess> {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    for (const path of ['.', ...files]) await chown(join(folder, path), NOBODY, NOBODY);
  }
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'];
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
  });
  const lines: string[] = [];
  const ready = new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      lines.push(line);
      // Said when the sockets are open and before the first connection is taken.
      if (line.includes('event method')) resolve();
    });
    child.once('exit', () => reject(new Error(`nginx does not start:\n${lines.join('\n')}`)));
  });
  await ready;
  return child;
}

function configuration(
  folder: string,
  [port, securePort]: readonly [number, number],
  locations: Record<string, string>,
  beside: string,
): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
daemon off;
master_process off;
pid ${folder}/pid;
error_log stderr notice;
events { worker_connections 256; }
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  ${beside}
  server {
    listen 127.0.0.1:${port};
    listen 127.0.0.1:${securePort} ssl http2;
    ssl_certificate ${folder}/cert.pem;
    ssl_certificate_key ${folder}/key.pem;
    ${Object.entries(locations)
      .map(([prefix, block]) => `location ${prefix} { ${block} }`)
      .join('\n    ')}
  }
}
`;
}

/** Free a moment ago, which has to do: nginx cannot say which port it was given. */
async function freePorts(): Promise<[number, number]> {
  const servers = [createServer(), createServer()];
  for (const server of servers) await once(server.listen(0, '127.0.0.1'), 'listening');
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  for (const server of servers) server.close();
  return ports as [number, number];
}
