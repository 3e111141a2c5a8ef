// Costs within one process. CPU instead of time: others on the machine do not count.
import { cpu } from './commands.mjs';
import { turn } from './turns.mjs';

/** The first rounds compile what the others run. */
const WARM_ROUNDS = 2;

/**
 * Runs tasks by turns, so that all meet the same machine.
 *
 * @param tasks makes the tasks of a round, by name; making them does not count
 * @returns microseconds of CPU by name, with what a task leaves for the end of its turn
 */
export async function compare(rounds, tasks, warmRounds = WARM_ROUNDS) {
  const spent = {};
  for (let round = 0; round < rounds + warmRounds; round++) {
    for (const [name, task] of Object.entries(await tasks(round))) {
      await turn();
      const before = cpu();
      await task();
      await turn();
      if (round >= warmRounds) spent[name] = (spent[name] ?? 0) + cpu() - before;
    }
  }
  return spent;
}
