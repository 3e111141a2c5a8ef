const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Bytes as text; `undefined` where they are none. Nothing is put in the place of what is wrong. */
export function decodeUtf8(bytes: Uint8Array | undefined): string | undefined {
  if (!bytes) return undefined;
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
