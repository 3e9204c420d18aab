import type { ErrorDetail } from '@rise/contract';
import { QueryError } from '../errors.ts';

/** A sentence for whoever wrote a statement, in each language. */
export interface Said {
  en: string;
  tr: string;
}
export type SqlLanguage = keyof Said;

/** Why a statement may not run, and where in its text: a count of bytes, or null for the statement as a whole. */
export class GateFault extends Error {
  override name = 'GateFault';
  readonly at: number | null;
  readonly said: Said;
  /** A sentence alone is the engine's own, which has one language. */
  constructor(at: number | null, said: Said | string) {
    const both = typeof said === 'string' ? { en: said, tr: said } : said;
    super(both.en);
    this.at = at;
    this.said = both;
  }
}

/** Where a place counted in bytes is in a text; lines and characters count from 1. */
function placeOf(text: string, at: number): { line: number; column: number } {
  const before = Buffer.from(text).subarray(0, at).toString();
  const lines = before.split('\n');
  return { line: lines.length, column: [...lines.at(-1)!].length + 1 };
}

/** What the asker is told: the place in their text, what is wrong there, and what to do. */
export function refusalOf(text: string, { at, said }: GateFault, language: SqlLanguage): QueryError {
  const detail: ErrorDetail = { field: 'sql', message: said[language] };
  if (at !== null) {
    const { line, column } = placeOf(text, at);
    const place = { en: `Line ${line}, column ${column}`, tr: `Satır ${line}, sütun ${column}` };
    Object.assign(detail, { message: `${place[language]}: ${detail.message}`, line, column });
  }
  return new QueryError([detail]);
}
