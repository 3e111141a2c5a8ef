// A process for what needs no readers outside: runs one job, and says what came out.
import { answerCommands } from '../lib/commands.mjs';

const [module] = process.argv.slice(2);
const { job } = await import(module);
answerCommands({ run: (options) => job.run(options) }, true);
