import { ApiError } from '@rise/contract/client';

export interface SqlProblem {
  message: string;
  /** Place in the statement, from 1; null for the whole statement. */
  line: number | null;
  column: number | null;
}

/** What is wrong with the statement; null for errors that are not about it. */
export function sqlProblem(error: unknown): SqlProblem | null {
  if (!(error instanceof ApiError) || error.code !== 'QUERY_INVALID') return null;
  const [detail] = error.details;
  return { message: detail?.message ?? error.message, line: detail?.line ?? null, column: detail?.column ?? null };
}

/** Offset in the text at which a statement's place lies. The statement itself begins at `offset`. */
export function placeInText(text: string, offset: number, { line, column }: SqlProblem): number | null {
  if (line === null || column === null) return null;
  const lines = text.slice(offset).split('\n');
  const before = lines.slice(0, line - 1).reduce((sum, item) => sum + item.length + 1, 0);
  const inLine = [...(lines[line - 1] ?? '')].slice(0, column - 1).join('').length;
  return Math.min(offset + before + inLine, text.length);
}
