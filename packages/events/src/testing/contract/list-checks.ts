import { Closes, publishNotes, type Ask } from './bench.js';
import { assert, assertEqual, type Check } from './check.js';

const FIELDS = ['seq', 'streamId', 'type', 'workspaceId'];

const ASKS: readonly Ask[] = [{}, { cursor: 'l:5' }, { query: 'cursor=l:9' }, { cursor: 'x:1' }];

/** Contract: "List Change Notifications"; DESIGN D24. */
export const listChecks: readonly Check[] = [
  {
    name: 'a list stream begins with a reset at its position, whatever the cursor, and replays none',
    run: async (bench) => {
      const lists = bench.lists();
      for (let n = 1; n <= 9; n++) lists.sessionsChanged('w');
      const readers = await Promise.all(ASKS.map((ask) => bench.open('lists', ask)));
      for (const reader of readers) assertEqual(await reader.brief(1), ['lists.reset@9'], 'first');
      lists.projectsChanged('w');
      for (const reader of readers) {
        const { id, data, name } = await reader.next();
        assertEqual([id, name], ['l:10', undefined], 'id and name');
        const frame = JSON.parse(data ?? '') as object;
        assertEqual(Object.keys(frame).sort(), FIELDS, 'fields');
        assertEqual(
          frame,
          { type: 'projects.changed', streamId: 'l', seq: 10, workspaceId: 'w' },
          'frame',
        );
      }
    },
  },
  {
    name: 'list and session streams have ids and numbers of their own',
    run: async (bench) => {
      const lists = bench.lists();
      const session = bench.session();
      publishNotes(session, 1, 3);
      lists.sessionsChanged('w');
      assertEqual(
        await (await bench.open('lists', { cursor: 's:2' })).brief(1),
        ['lists.reset@1'],
        'lists',
      );
      assertEqual(await (await bench.open('one', { cursor: 'l:0' })).brief(1), ['S@3'], 'session');
    },
  },
  {
    name: 'a list stream has the same head, heartbeat and ending as a session stream',
    run: async (bench) => {
      const closes = new Closes();
      const lists = bench.lists({ onClose: closes.onClose, heartbeatMs: 150 });
      const reader = await bench.open('lists');
      const type = reader.response.headers.get('content-type') ?? '';
      assert(type.startsWith('text/event-stream'), `content type: ${type}`);
      await reader.frames(1);
      const { name, id } = await reader.next();
      assertEqual([name, id], ['heartbeat', undefined], 'heartbeat');
      lists.dispose();
      assertEqual((await reader.rest()).ending, 'proper', 'ending');
      assertEqual(closes.reasons, ['disposed'], 'closed');
      assertEqual((await bench.fetch('lists')).status, 404, 'afterwards');
    },
  },
];
