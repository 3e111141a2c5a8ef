import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nodeFileSystem, type FileSystem } from '../../src/node/file-system.ts';
import { writeAll, writeAllSync } from '../../src/node/write-all.ts';
import { systemError } from '../support/faulty-storage.ts';

/** A file that takes what a script says: a number of bytes, or an error. */
function scripted(script: readonly (number | string)[]): { files: FileSystem; bytes: number[] } {
  const bytes: number[] = [];
  let step = 0;
  const writeSync: FileSystem['writeSync'] = (_fd, from, offset) => {
    const now = script[step++] ?? Infinity;
    if (typeof now === 'string') throw systemError(now);
    const part = from.subarray(offset, offset + now);
    bytes.push(...part);
    return part.length;
  };
  const write: FileSystem['write'] = async (...of) => writeSync(...of);
  return { files: { ...nodeFileSystem, write, writeSync }, bytes };
}

const scripts = fc.array(fc.oneof(fc.nat(7), fc.constantFrom('EAGAIN', 'EINTR')), {
  maxLength: 30,
});

it('writes every byte once, however few are taken at a time and however often it is put off', async () => {
  await fc.assert(
    fc.asyncProperty(scripts, fc.uint8Array({ maxLength: 60 }), async (script, bytes) => {
      const [one, two] = [scripted(script), scripted(script)];
      await writeAll(one.files, 0, bytes);
      writeAllSync(two.files, 0, bytes);
      expect(one.bytes).toEqual([...bytes]);
      expect(two.bytes).toEqual([...bytes]);
    }),
    { numRuns: 60 },
  );
});

it.each(['ENOSPC', 'EIO'])('says how much is there when %s ends it', async (code) => {
  const bytes = new Uint8Array(20);
  const failure = expect.objectContaining({ code, writtenBytes: 9 }) as unknown;
  await expect(writeAll(scripted([4, 'EAGAIN', 5, code]).files, 0, bytes)).rejects.toEqual(failure);
  expect(() => writeAllSync(scripted([4, 5, code]).files, 0, bytes)).toThrow(
    expect.objectContaining({ writtenBytes: 9 }) as Error,
  );
});

it('gives up on a file that takes nothing for too long', () => {
  const never = Array<number>(300).fill(0);
  expect(() => writeAllSync(scripted([3, ...never]).files, 0, new Uint8Array(9))).toThrow(
    expect.objectContaining({ code: 'EIO', writtenBytes: 3 }) as Error,
  );
  const again = Array<string>(300).fill('EAGAIN');
  expect(() => writeAllSync(scripted([3, ...again]).files, 0, new Uint8Array(9))).toThrow(
    expect.objectContaining({ code: 'EAGAIN', writtenBytes: 3 }) as Error,
  );
});
