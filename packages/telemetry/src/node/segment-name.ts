import { readdir } from 'node:fs/promises';

/** What a segment's file name says. */
export interface SegmentName {
  name: string;
  number: number;
  writer: string;
}

const form = /^(?<number>\d{6,})-(?<writer>[0-9a-f]{8})$/;
const ending = '.jsonl';

/** The name of a segment; its file has `.jsonl` behind it. */
export function segmentName(number: number, writer: string): string {
  return `${String(number).padStart(6, '0')}-${writer}`;
}

/** The file of a segment. */
export function segmentFile(name: string): string {
  return name + ending;
}

/** The segments of a folder, by number. Other files are none of ours. */
export async function listSegments(folder: string): Promise<SegmentName[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .flatMap((entry) => (entry.isFile() ? parse(entry.name) : []))
    .sort((a, b) => a.number - b.number || (a.name < b.name ? -1 : 1));
}

function parse(file: string): SegmentName[] {
  if (!file.endsWith(ending)) return [];
  const name = file.slice(0, -ending.length);
  const { number, writer } = form.exec(name)?.groups ?? {};
  return number === undefined || writer === undefined
    ? []
    : [{ name, number: Number(number), writer }];
}
