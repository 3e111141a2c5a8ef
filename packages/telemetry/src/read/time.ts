const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** The minute that was parsed last: records that follow each other mostly lie in the same one. */
let minute = '';
let minuteMs = 0;

/** Epoch milliseconds of a record's time; `NaN` where it is none. */
export function parseTime(time: string): number {
  if (time.length !== 24 || !time.startsWith(minute) || minute === '') return parseAny(time);
  const ms = digits(time, 17, 19) * 1000 + digits(time, 20, 23);
  const isUsual = time[16] === ':' && time[19] === '.' && time[23] === 'Z' && ms < 60_000;
  return isUsual ? minuteMs + ms : parseAny(time);
}

function parseAny(time: string): number {
  const ms = Date.parse(time);
  if (UTC.test(time) && !Number.isNaN(ms)) {
    minute = time.slice(0, 16);
    minuteMs = Math.floor(ms / 60_000) * 60_000;
  }
  return ms;
}

/** `NaN` where one is none. */
function digits(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - 0x30;
    value = digit >= 0 && digit <= 9 ? value * 10 + digit : NaN;
  }
  return value;
}
