import * as fs from 'node:fs';
import { promisify } from 'node:util';

/**
 * The calls by which segments are written. They may write less than they were asked to, and be
 * interrupted. Narrow, so that a test can stand in for it and fail at will.
 */
export interface FileSystem {
  open(path: string, flags: string, mode: number): Promise<number>;
  /** @returns how many bytes were written */
  write(fd: number, bytes: Uint8Array, offset: number): Promise<number>;
  writeSync(fd: number, bytes: Uint8Array, offset: number): number;
  datasync(fd: number): Promise<void>;
  close(fd: number): Promise<void>;
  mkdir(path: string, mode: number): Promise<void>;
  /** Whether nothing leads to the open file any more. */
  isRemoved(fd: number): boolean;
}

const write = promisify(fs.write);

/** The real one. */
export const nodeFileSystem: FileSystem = {
  open: promisify(fs.open),
  write: async (fd, bytes, offset) => (await write(fd, bytes, offset)).bytesWritten,
  writeSync: (fd, bytes, offset) => fs.writeSync(fd, bytes, offset),
  datasync: promisify(fs.fdatasync),
  close: promisify(fs.close),
  mkdir: (path, mode) => fs.promises.mkdir(path, mode),
  isRemoved: (fd) => fs.fstatSync(fd).nlink === 0,
};
