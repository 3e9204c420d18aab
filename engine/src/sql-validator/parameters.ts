import { sqlPlaces } from '@rise/contract';
import type { SqlParameter, SqlParameters } from '@rise/contract';
import { noValueFor } from './messages.ts';
import { SqlValidationError } from './sql-validation-error.ts';

export interface PlacedStatement {
  /** As long as the text of the author, so that places in it are the same. */
  sql: string;
  /** Parameters that the statement uses. */
  used: SqlParameters;
  /** Offset of the first one in bytes; null if there is none. */
  at: number | null;
}

/**
 * Replaces `{{name}}` by the engine's own placeholder `$name`. No value becomes part of the text. Throws
 * `SqlValidationError` at a parameter without a value.
 */
export function placeParameters(sql: string, parameters: SqlParameters): PlacedStatement {
  const used: Record<string, SqlParameter> = {};
  let [text, end] = ['', 0];
  const places = sqlPlaces(sql);
  const at = (place: number) => Buffer.byteLength(sql.slice(0, place));
  for (const { name, ...place } of places) {
    if (!Object.hasOwn(parameters, name))
      throw new SqlValidationError(at(place.start), noValueFor(name, Object.keys(parameters)));
    used[name] = parameters[name]!;
    text += sql.slice(end, place.start) + ` $${name}`.padEnd(place.end - place.start);
    ({ end } = place);
  }
  return { sql: text + sql.slice(end), used, at: places[0] ? at(places[0].start) : null };
}
