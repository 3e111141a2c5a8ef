import { foldOperations } from '../read/fold-operations.js';
import { attributesOf } from './attributes.js';
import { type OtlpOptions, type OtlpSpan, otlpSpans } from './otlp-spans.js';
import { type Items, Places } from './places.js';

/**
 * A recording as lines of OTLP's JSON form, traces only. Yields whole lines. Reads all items first:
 * they are held as far as their tree holds them.
 */
export async function* exportOtlp(items: Items, options: OtlpOptions): AsyncGenerator<string> {
  const places = new Places();
  const tree = await foldOperations(places.watch(items), options);
  yield* otlpLines(otlpSpans(tree, places, options), places);
}

/** One document of the format on each line. */
export function* otlpLines(spans: Iterable<OtlpSpan>, places: Places): Generator<string> {
  const { producer, schema, sessionId } = places;
  const resource = {
    attributes: attributesOf({
      'service.name': producer.name,
      'service.version': producer.version || undefined,
      'loop.sessionId': sessionId,
    }),
  };
  const scope = { name: schema.name, version: String(schema.version) };
  const head = `{"resourceSpans":[{"resource":${JSON.stringify(resource)},"scopeSpans":[{"scope":${JSON.stringify(scope)},"spans":[`;
  const line = (batch: readonly string[]): string => `${head}${batch.join(',')}]}]}]}\n`;
  let batch: string[] = [];
  let size = 0;
  for (const span of spans) {
    const text = JSON.stringify(span);
    batch.push(text);
    size += text.length;
    if (size < LINE_CHARS) continue;
    yield line(batch);
    batch = [];
    size = 0;
  }
  if (batch.length > 0) yield line(batch);
}

/** A line is ended when it is this long: collectors that read files have bounds of their own. */
const LINE_CHARS = 64 * 1024;
