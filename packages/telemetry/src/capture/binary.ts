import type { Omission } from './omission.js';
import type { CaptureRules } from './rules.js';

/** What is said of a value that is binary; `undefined`: it is none. */
export function describeBinary(
  value: object,
  { hash, limits }: CaptureRules,
): Omission | undefined {
  const binary = binaryOf(value);
  if (binary === undefined) return undefined;
  const { type, bytes, mime, content } = binary;
  // What is small can be guessed from its hash.
  const isHashed = hash && content && bytes > limits.base64Bytes && bytes <= limits.scannedBytes;
  return {
    ...{ reason: 'bytes', type, bytes },
    ...(mime === undefined ? {} : { mime }),
    ...(isHashed ? { sha256: hash(content) } : {}),
  };
}

/** Data of no text. */
interface Binary {
  type: string;
  bytes: number;
  mime?: string;
  /** Where it is at hand. */
  content?: Uint8Array;
}

function binaryOf(value: object): Binary | undefined {
  if (ArrayBuffer.isView(value)) {
    const type = get(typedArray, Symbol.toStringTag, value) as string | undefined;
    const view = type === undefined ? DataView.prototype : typedArray;
    const content = new Uint8Array(
      get(view, 'buffer', value) as ArrayBuffer,
      get(view, 'byteOffset', value) as number,
      get(view, 'byteLength', value) as number,
    );
    return { type: type ?? 'DataView', bytes: content.length, content };
  }
  if (value instanceof ArrayBuffer) {
    const bytes = get(ArrayBuffer.prototype, 'byteLength', value) as number;
    return { type: 'ArrayBuffer', bytes, content: new Uint8Array(value) };
  }
  if (!(value instanceof Blob)) return undefined;
  const mime = get(Blob.prototype, 'type', value) as string;
  const bytes = get(Blob.prototype, 'size', value) as number;
  return { type: 'Blob', bytes, ...(mime === '' ? {} : { mime }) };
}

const typedArray = Object.getPrototypeOf(Uint8Array.prototype) as object;

/** What the platform's getter says of a value. */
function get(prototype: object, key: PropertyKey, value: object): unknown {
  const getter = Reflect.getOwnPropertyDescriptor(prototype, key)?.get;
  return getter === undefined ? undefined : Reflect.apply(getter, value, []);
}
