/** The ways in which a value appears in texts: as it is, escaped, encoded, inside of more base64. */
export function formsOf(value: string): ReadonlySet<string> {
  const inJson = jsonOf(value);
  const twice = [inJson, inAscii(inJson)].map(jsonOf);
  const jsonForms = [inJson, ...twice].flatMap((form) => [form, inAscii(form)]);
  return new Set([value, ...jsonForms, ...urlForms(value), ...base64Forms(value)]);
}

/** As a string of JSON has it, without its quotes. */
function jsonOf(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** As writers of JSON for ASCII have it, Python's among them. */
function inAscii(json: string): string {
  return json.replace(
    /[\u0080-\uFFFF]/g,
    (unit) => `\\u${hex(unit.charCodeAt(0)).padStart(4, '0')}`,
  );
}

function urlForms(value: string): string[] {
  // A lone half of a surrogate pair cannot be in an address.
  const whole = value.replace(/\p{Surrogate}/gu, '\uFFFD');
  const encoded = encodeURIComponent(whole);
  const asForm = encoded.replaceAll('%20', '+').replace(/[!'()~]/g, percent);
  return [encoded, asForm, encodeURI(whole)].flatMap((form) => [
    form,
    form.replace(/%[\dA-F]{2}/g, lower),
  ]);
}

function percent(character: string): string {
  return `%${hex(character.charCodeAt(0)).toUpperCase()}`;
}

function hex(code: number): string {
  return code.toString(16);
}

function lower(escape: string): string {
  return escape.toLowerCase();
}

/**
 * Base64 writes three bytes as four characters, so what stands for a value within more bytes
 * depends on where it begins: the characters that it alone decides, for each of the three ways.
 */
function base64Forms(value: string): string[] {
  const bytes = new TextEncoder().encode(value);
  const within = [0, 1, 2].map((before) => {
    const first = Math.ceil((before * 8) / 6);
    const last = Math.floor(((before + bytes.length) * 8) / 6);
    return base64Of([...new Uint8Array(before), ...bytes]).slice(first, last);
  });
  return [base64Of([...bytes]), ...within].flatMap((form) => [
    form,
    form.replaceAll('+', '-').replaceAll('/', '_'),
    form.replaceAll('/', '\\/'),
  ]);
}

function base64Of(bytes: readonly number[]): string {
  return btoa(bytes.map((byte) => String.fromCharCode(byte)).join(''));
}
