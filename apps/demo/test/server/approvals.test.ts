import { describe, expect, it } from 'vitest';
import { apiOf, type Api } from '../support/api.js';
import { onEachServer, onUsualServer } from '../support/each-server.js';
import { follow, type Followed } from '../support/followed.js';
import type { RunningServer } from '../support/running-server.js';
import { JSON_TYPE, refusalIn, send } from '../support/send.js';

const streamOf = (url: string, id: string, query = '?approvals=1'): Promise<Followed> =>
  follow(new URL(`/api/sessions/${id}/events${query}`, url));

/** Starts a run that asks, and waits until it does. @returns the approval's id */
async function asking(api: Api, url: string, id: string, text = 'run `echo hi`'): Promise<string> {
  const stream = await streamOf(url, id, '');
  await api.prompt(id, text);
  const { snapshot } = await stream.until((frame) => pendingIn(frame).length > 0);
  return snapshot?.state.pendingApprovals[0]?.approvalId ?? '';
}

function pendingIn(frame: Followed['frames'][number] | undefined) {
  return frame?.snapshot?.state.pendingApprovals ?? [];
}

/** A session whose agent asks, on a server that was just started. */
async function askingSession(starting: Promise<RunningServer>) {
  const server = await starting;
  const api = apiOf(server.url);
  const id = await api.newSession({ permission: 'ask' });
  return { server, api, id, url: server.url };
}

function decide(url: string, id: string, approvalId: string, decision: object) {
  const path = `/api/sessions/${id}/approvals/${approvalId}`;
  const body = JSON.stringify(decision);
  return send(url, path, { method: 'POST', body, headers: JSON_TYPE });
}

onEachServer((startServer) => {
  const started = () => askingSession(startServer());

  it('a question reaches every tab, also one that comes later; the first answer counts', async () => {
    const { api, url, id } = await started();
    const early = [await streamOf(url, id), await streamOf(url, id, '')];
    const approvalId = await asking(api, url, id);
    const late = await streamOf(url, id);
    expect(pendingIn(late.frames[0])).toMatchObject([
      { approvalId, kind: 'command', detail: 'echo hi', toolName: 'shell' },
    ]);
    expect((await api.session(id)).snapshot.tools[0]?.status).toBe('awaiting-approval');
    expect(await api.list()).toMatchObject([{ isRunning: true, isWaiting: true }]);

    const answers = await Promise.all([
      decide(url, id, approvalId, { decision: 'allow' }),
      decide(url, id, approvalId, { decision: 'deny' }),
    ]);
    const isAllowed = answers[0]?.status === 200;
    expect(answers.map(({ status }) => status)).toEqual(isAllowed ? [200, 409] : [409, 200]);
    const won = isAllowed ? 'allowed' : 'denied';
    for (const stream of [...early, late]) {
      const { snapshot } = await stream.until(
        (frame) => frame.snapshot?.state.lastApproval?.approvalId === approvalId,
      );
      expect(snapshot?.state).toMatchObject({
        pendingApprovals: [],
        lastApproval: { outcome: won },
      });
      expect(JSON.stringify(snapshot?.state.lastApproval)).not.toContain('echo');
    }
    for (const decision of ['allow', 'deny']) {
      const answer = await decide(url, id, approvalId, { decision });
      expect(refusalIn(answer)).toBe('409 already-resolved');
    }
    const { snapshot } = await api.settled(id);
    expect(snapshot.tools[0]?.status).toBe(won === 'allowed' ? 'complete' : 'error');
  });

  it('after a restart nothing is pending, and the run is interrupted and unread', async () => {
    const { api, url, id, server } = await started();
    const approvalId = await asking(api, url, id);
    const stream = await streamOf(url, id);
    await server.close();
    await stream.ended;
    const again = await startServer({ dataFolder: server.dataFolder });
    const second = apiOf(again.url);
    const listed = { id, isRunning: false, isWaiting: false, unread: true };
    expect(await second.list()).toMatchObject([listed]);
    const { frames } = await streamOf(again.url, id);
    expect(frames[0]?.snapshot?.state).toMatchObject({
      run: { status: 'idle' },
      pendingApprovals: [],
      permission: 'ask',
    });
    expect(frames[0]?.snapshot?.tools).toMatchObject([{ status: 'interrupted' }]);
    const answer = await decide(again.url, id, approvalId, { decision: 'allow' });
    expect(refusalIn(answer)).toBe('404 not-found');
    expect(await second.list()).toMatchObject([listed]);
    expect(await second.post(`/api/sessions/${id}/read`)).toMatchObject({ unread: false });
  });
});

onUsualServer((startServer) => {
  const started = () => askingSession(startServer());

  it('nobody decides for another session, or about what was never asked', async () => {
    const { api, url, id } = await started();
    const other = await api.newSession({ permission: 'ask' });
    const approvalId = await asking(api, url, id);
    const allow = { decision: 'allow' };
    expect(refusalIn(await decide(url, other, approvalId, allow))).toBe('404 not-found');
    expect(refusalIn(await decide(url, id, 'unknown', allow))).toBe('404 not-found');
    expect(refusalIn(await decide(url, id, approvalId, { decision: 'perhaps' }))).toBe(
      '400 invalid-body',
    );
    expect((await api.session(id)).snapshot.state.pendingApprovals).toHaveLength(1);
    expect((await decide(url, id, approvalId, allow)).status).toBe(200);
    const { snapshot } = await api.settled(id);
    expect(snapshot.tools[0]).toMatchObject({ toolName: 'shell', status: 'complete' });
  });

  it('a word with a refusal reaches the model; a scope holds for the session', async () => {
    const { api, url, id } = await started();
    const first = await asking(api, url, id);
    await decide(url, id, first, { decision: 'deny', note: 'not on a Monday' });
    const { snapshot } = await api.settled(id);
    expect(JSON.stringify(snapshot.messages)).toContain('not on a Monday');
    const second = await asking(api, url, id);
    await decide(url, id, second, { decision: 'allow', scope: 'session' });
    await api.settled(id);
    // It would never settle if it asked.
    const { tools } = (await api.ask(id, 'run `echo hi`')).snapshot;
    expect(tools.at(-1)).toMatchObject({ toolName: 'shell', status: 'complete' });
  });

  it('a run that is cancelled waits for no answer', async () => {
    const { api, url, id } = await started();
    const approvalId = await asking(api, url, id);
    await api.post(`/api/sessions/${id}/cancel`);
    const { snapshot, isWaiting } = await api.settled(id);
    expect(isWaiting).toBe(false);
    expect(snapshot.state).toMatchObject({
      pendingApprovals: [],
      lastApproval: { outcome: 'cancelled' },
    });
    const answer = await decide(url, id, approvalId, { decision: 'allow' });
    expect(refusalIn(answer)).toBe('409 already-resolved');
  });

  describe('a permission', () => {
    it('is in the first snapshot, is told when it changes, and outlives the process', async () => {
      const { api, url, id, server } = await started();
      const stream = await streamOf(url, id);
      expect(stream.frames[0]?.snapshot?.state.permission).toBe('ask');
      await api.post(`/api/sessions/${id}/permission`, { preset: 'read-only' });
      await stream.until(({ snapshot }) => snapshot?.state.permission === 'read-only');
      await server.close();
      const again = await startServer({ dataFolder: server.dataFolder });
      const { snapshot } = await apiOf(again.url).session(id);
      expect(snapshot.state.permission).toBe('read-only');
      const asked = await apiOf(again.url).ask(id, 'run `echo hi`');
      expect(asked.snapshot.tools[0]?.status).toBe('error');
      expect(asked.snapshot.state.lastApproval).toBeUndefined();
    });

    it('chosen while a run waits counts for the next call', async () => {
      const { api, url, id } = await started();
      const approvalId = await asking(api, url, id, 'run a failing command');
      await api.post(`/api/sessions/${id}/permission`, { preset: 'full' });
      expect((await api.session(id)).snapshot.state.pendingApprovals).toHaveLength(1);
      await decide(url, id, approvalId, { decision: 'allow' });
      // What it calls next would ask under the preset it began with.
      const { snapshot } = await api.settled(id);
      expect(snapshot.tools.filter(({ toolName }) => toolName === 'shell').length).toBeGreaterThan(
        1,
      );
    });
  });
});
