// The inside of a worker.

/** Answers what the run asks by IPC, and ends with it. @param ready what the run is told first */
export function answerCommands(commands, ready) {
  process.on('message', ({ id, command, options = {} }) => {
    // Within a promise: what a command throws at once is an answer, too.
    Promise.resolve()
      .then(() => commands[command](options))
      .then((answer) => process.send({ id, answer }))
      .catch((error) => process.send({ id, error: String(error?.stack ?? error) }));
  });
  process.on('disconnect', () => process.exit());
  process.send({ ready });
}

/** Microseconds of CPU that this process has had, its helper threads included. */
export function cpu() {
  const { user, system } = process.cpuUsage();
  return user + system;
}
