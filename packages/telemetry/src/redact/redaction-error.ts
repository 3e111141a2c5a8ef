/**
 * A text could not be looked through within the work budget. Whoever catches it must not let the
 * text out (it fails closed).
 */
export class RedactionError extends Error {
  override readonly name = 'RedactionError';
}
