import type { ErrorDetail } from '@rise/contract';
import { QueryError } from '../errors.ts';

/** A message for the author of a statement, in each language. */
export interface LocalizedMessage {
  en: string;
  tr: string;
}
export type SqlLanguage = keyof LocalizedMessage;

/** Why a statement may not run, and the position in its text: an offset in bytes, or null for the whole statement. */
export class SqlValidationError extends Error {
  override name = 'SqlValidationError';
  readonly at: number | null;
  readonly texts: LocalizedMessage;
  /** A plain string is the engine's own message, which has one language. */
  constructor(at: number | null, texts: LocalizedMessage | string) {
    const both = typeof texts === 'string' ? { en: texts, tr: texts } : texts;
    super(both.en);
    this.at = at;
    this.texts = both;
  }
}

/** Converts a byte offset to line and column, both 1-based. */
function placeOf(text: string, at: number): { line: number; column: number } {
  const before = Buffer.from(text).subarray(0, at).toString();
  const lines = before.split('\n');
  return { line: lines.length, column: [...lines.at(-1)!].length + 1 };
}

/** The message for the author: position, reason and remedy. */
export function toQueryError(text: string, { at, texts }: SqlValidationError, language: SqlLanguage): QueryError {
  const detail: ErrorDetail = { field: 'sql', message: texts[language] };
  if (at !== null) {
    const { line, column } = placeOf(text, at);
    const place = { en: `Line ${line}, column ${column}`, tr: `Satır ${line}, sütun ${column}` };
    Object.assign(detail, { message: `${place[language]}: ${detail.message}`, line, column });
  }
  return new QueryError([detail]);
}
