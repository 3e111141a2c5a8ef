import { crc32, deflateSync } from 'node:zlib';

const COLOURS = 256;

/** A screenshot with at most 256 colours: a quarter of its size, and to the eye the same. */
export async function smallPng(page, png) {
  const { width, height, palette, pixels } = await page.evaluate(reduce, {
    source: `data:image/png;base64,${png.toString('base64')}`,
    most: COLOURS,
  });
  const indices = Buffer.from(pixels, 'base64');
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++)
    indices.copy(lines, y * (width + 1) + 1, y * width, (y + 1) * width);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits a pixel, each the number of a colour.
  header.set([8, 3], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette)),
    chunk('IDAT', deflateSync(lines, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/**
 * Runs in the page, which can read pictures. The colours that most pixels have are kept, and every
 * other one becomes the nearest of them.
 */
async function reduce({ source, most }) {
  const image = new Image();
  image.src = source;
  await image.decode();
  const { width, height } = image;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const colours = Uint32Array.from({ length: width * height }, (_, at) => {
    const [red, green, blue] = data.subarray(at * 4, at * 4 + 3);
    return (red << 16) | (green << 8) | blue;
  });

  const counts = new Map();
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const kept = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a)).slice(0, most);
  const numbers = new Map([...counts.keys()].map((colour) => [colour, nearest(colour)]));
  let pixels = '';
  for (const colour of colours) pixels += String.fromCharCode(numbers.get(colour));
  return { width, height, palette: kept.flatMap(parts), pixels: btoa(pixels) };

  function nearest(colour) {
    const distances = kept.map((other) => distance(parts(colour), parts(other)));
    return distances.indexOf(Math.min(...distances));
  }
  function parts(colour) {
    return [colour >> 16, (colour >> 8) & 255, colour & 255];
  }
  function distance(a, b) {
    return a.reduce((sum, part, at) => sum + (part - b[at]) ** 2, 0);
  }
}
