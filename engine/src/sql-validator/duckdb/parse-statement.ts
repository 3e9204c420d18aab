import type { Readers } from '../../warehouses/embedded/readers.ts';
import { SqlValidationError } from '../sql-validation-error.ts';
import { ONLY_SELECT } from '../messages.ts';

/** An empty database for the parser. */
export const PARSER_FILE = ':memory:';
const PARSE =
  'SELECT json_serialize_sql(CAST($1 AS VARCHAR), skip_empty := true, skip_null := true, skip_default := true)';
const NO_SELECT = /only select/i;
const PIVOT = {
  en: `${ONLY_SELECT.en} Write a pivot in FROM and list its values: FROM t PIVOT (sum(x) FOR y IN (1, 2)).`,
  tr: `${ONLY_SELECT.tr} Pivotu FROM içine yazın ve değerlerini sayın: FROM t PIVOT (sum(x) FOR y IN (1, 2)).`,
};

interface ParserError {
  error: boolean;
  error_message?: string;
  position?: string;
  statements?: unknown;
}

/**
 * Parses a text with DuckDB's own parser. Throws `SqlValidationError` for a syntax error, or for a statement that is
 * not a SELECT.
 */
export async function parseDuckdb(
  parser: Readers,
  sql: string,
  signal?: AbortSignal,
): Promise<{ statements: unknown }> {
  const [answer] = await parser.query(
    PARSER_FILE,
    [{ sql: PARSE, parameters: [sql], types: ['string'], limit: null }],
    signal,
  );
  const parserError = JSON.parse((JSON.parse(answer!.rows) as string[][])[0]![0]!) as ParserError;
  if (!parserError.error) return { statements: parserError.statements };
  const message = parserError.error_message ?? 'The statement cannot be read.';
  if (NO_SELECT.test(message)) {
    throw new SqlValidationError(null, /^\s*(pivot|unpivot)\b/i.test(sql) ? PIVOT : ONLY_SELECT);
  }
  const at = parserError.position === undefined ? null : Number(parserError.position);
  throw new SqlValidationError(at, `${message[0]!.toUpperCase()}${message.slice(1)}.`);
}
