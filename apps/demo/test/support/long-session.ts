import { answered, called, said, type Told } from './made-session.js';

/** Rounds of 25 messages each: a prompt, twelve calls of tools, an answer. */
export function longSession(rounds: number): Told {
  return Array.from({ length: rounds }, (_, number) => roundOf(number + 1)).flat();
}

function roundOf(number: number): Told {
  const calls = Array.from({ length: 11 }, (_, call) => callOf(number, call));
  return [
    ...said(`Round ${number}: look at it once more`),
    ...calls.flatMap((call) => called(call)),
    ...answered(
      `## Answer ${number}\n\n${'Some words. '.repeat(10 + (number % 50))}\n\n- one\n- two`,
    ),
    ...answered(`\`\`\`js\nconst round = ${number};\n\`\`\`\n\nThat is all.`),
  ];
}

function callOf(round: number, call: number) {
  const id = `call-${round}-${call}`;
  if (call % 2 === 0) {
    const text = `const a = ${call};\n`.repeat(1 + ((round + call) % 20));
    return { id, name: 'read', args: { path: `src/file-${call}.js` }, text };
  }
  const command = `echo ${call}`;
  return {
    id,
    name: 'shell',
    args: { command },
    text: 'a line\n'.repeat(1 + ((round * call) % 9)),
  };
}
