import type { RequestHandler } from 'express';

/**
 * A logger as they are made: it wraps the head of the response and waits for its end, which for a
 * stream comes when the reader leaves.
 */
export function logger(log: (line: string) => void): RequestHandler {
  return (req, res, next) => {
    const writeHead = res.writeHead.bind(res) as (...head: unknown[]) => unknown;
    let status = 0;
    Object.assign(res, {
      writeHead: (...head: unknown[]) => {
        status = Number(head[0]);
        return writeHead(...head);
      },
    });
    res.once('close', () => {
      log(`${req.method} ${req.url} ${status} ${res.writableFinished ? 'finished' : 'aborted'}`);
    });
    next();
  };
}
