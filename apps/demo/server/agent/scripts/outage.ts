import type { Script } from './script.js';

/** A provider that breaks in the middle of its answer, and answers when asked again. */
export const outage: Script = {
  fits: (request) => /\b(outage|overload(ed)?|retry|flaky)\b/i.test(request),
  answer({ failures }) {
    if (failures > 0) {
      return [
        {
          say: 'Now it went through. The attempt before this one stays visible, and is marked as made again.',
        },
      ];
    }
    return [
      { think: 'This answer will break.' },
      { say: 'This is the beginning of an answer that the provider does not fin' },
      { fail: '529 overloaded: the scripted model breaks here, as it was asked to' },
    ];
  },
};
