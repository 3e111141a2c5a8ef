import { describe, expect, it } from 'vitest';
import { TITLE_PROMPT } from '../../server/agent/title-prompt.js';
import { answeringModel, fail, say } from '../agent/answering-model.js';
import { answeredBy } from '../support/answering-server.js';
import { apiOf } from '../support/api.js';
import { onUsualServer } from '../support/each-server.js';
import { follow } from '../support/followed.js';

const LONG = 'Please look into the timer and tell me what is wrong with it';

onUsualServer((startServer) => {
  describe('the title of a session', () => {
    async function titledBy(answer: Parameters<typeof answeringModel>[0]) {
      const model = answeringModel(answer);
      const { url } = await startServer(answeredBy(model));
      const api = apiOf(url);
      const id = await api.newSession();
      const stream = await follow(new URL(`/api/sessions/${id}/events`, url));
      const titles = () =>
        stream.frames.flatMap(({ snapshot }) => snapshot?.state.title ?? []).filter(isNew);
      const until = (status: string) =>
        stream.until(({ snapshot }) => snapshot?.state.title?.status === status);
      return { model, api, id, titles, until };
    }

    it('is the text at first, and the model’s own once it has found one', async () => {
      const { model, api, id, titles, until } = await titledBy(({ systemPrompt }) => [
        say(systemPrompt === TITLE_PROMPT ? '"Faulty **timer**"\n' : 'Done.'),
      ]);
      await api.ask(id, LONG);
      await until('ready');
      expect(titles()).toMatchObject([
        { status: 'pending', source: 'fallback', title: LONG },
        { status: 'ready', source: 'generated', title: 'Faulty timer' },
      ]);
      expect((await api.session(id)).title).toBe('Faulty timer');
      expect(model.asked.filter(({ systemPrompt }) => systemPrompt === TITLE_PROMPT)).toHaveLength(
        1,
      );
      // One for the session, not one for each prompt.
      await api.ask(id, 'And now?');
      expect(model.asked.filter(({ systemPrompt }) => systemPrompt === TITLE_PROMPT)).toHaveLength(
        1,
      );
    });

    it('is one line that turns nothing around, whoever gives it', async () => {
      const { api, id, titles, until } = await titledBy(({ systemPrompt }) => [
        say(systemPrompt === TITLE_PROMPT ? '\u202e\u0007\n\u202eeltit\u2066 \u0007a\n' : 'Done.'),
      ]);
      await api.ask(id, '\u202e\n\u202eLook\taround');
      await until('ready');
      expect(titles().map(({ title }) => title)).toEqual(['Look around', 'eltit a']);
      await api.patch(`/api/sessions/${id}`, { title: '\u2067My\n title' });
      expect((await api.session(id)).title).toBe('My title');
    });

    it('stays the text where the model fails, and says why', async () => {
      const { api, id, until } = await titledBy(({ systemPrompt }) => [
        systemPrompt === TITLE_PROMPT ? fail('500 no titles today') : say('Done.'),
      ]);
      await api.ask(id, 'Look around');
      await until('error');
      expect((await api.session(id)).snapshot.state.title).toMatchObject({
        ...{ title: 'Look around', source: 'fallback', status: 'error' },
        error: { message: '500 no titles today' },
      });
    });

    it('that somebody gives while the model thinks is kept', async () => {
      const { api, id, until } = await titledBy(({ systemPrompt }) => [
        say(systemPrompt === TITLE_PROMPT ? 'x'.repeat(40_000) : 'Done.'),
      ]);
      await api.prompt(id, 'Look around');
      await until('pending');
      await api.patch(`/api/sessions/${id}`, { title: 'Mine' });
      await api.settled(id);
      await api.ask(id, 'hello');
      expect((await api.session(id)).snapshot.state.title).toMatchObject({
        ...{ title: 'Mine', source: 'user' },
      });
    });

    it('does not hold the run up', async () => {
      let release = (): void => {};
      const model = answeringModel(() => [say('Done.')]);
      const answered = answeredBy(model);
      const { url } = await startServer({
        ...answered,
        createAgent: (options) => ({
          ...answered.createAgent!(options),
          titleFor: () => new Promise((resolve) => (release = () => resolve('Late'))),
        }),
      });
      const api = apiOf(url);
      const { id, snapshot } = await api.ask(await api.newSession(), 'Look around');
      expect(snapshot.state).toMatchObject({
        run: { status: 'idle' },
        title: { status: 'pending' },
      });
      const stream = await follow(new URL(`/api/sessions/${id}/events`, url));
      release();
      await stream.until(({ snapshot: { state } = {} }) => state?.title?.title === 'Late');
    });

    it('that was being looked for when the server ended is the one it has', async () => {
      const answered = answeredBy(answeringModel(() => [say('Done.')]));
      const first = await startServer({
        ...answered,
        createAgent: (options) => ({
          ...answered.createAgent!(options),
          titleFor: () => new Promise(() => {}),
        }),
      });
      const { id } = await apiOf(first.url).ask(await apiOf(first.url).newSession(), 'Look around');
      await first.close();
      const { url } = await startServer({ dataFolder: first.dataFolder });
      expect((await apiOf(url).session(id)).snapshot.state.title).toMatchObject({
        ...{ title: 'Look around', status: 'ready', source: 'fallback' },
      });
    });
  });
});

function isNew<Item>(item: Item, position: number, all: readonly Item[]): boolean {
  return position === 0 || JSON.stringify(all[position - 1]) !== JSON.stringify(item);
}
