import type { Readers } from '../warehouses/readers.ts';
import { GateFault } from './gate-fault.ts';
import { ONLY_SELECT } from './refusals.ts';

/** A database of the parser's own, without any data. */
export const PARSER_FILE = ':memory:';
const PARSE =
  'SELECT json_serialize_sql(CAST($1 AS VARCHAR), skip_empty := true, skip_null := true, skip_default := true)';
const NO_SELECT = /only select/i;
const PIVOT = {
  en: `${ONLY_SELECT.en} Write a pivot in FROM and list its values: FROM t PIVOT (sum(x) FOR y IN (1, 2)).`,
  tr: `${ONLY_SELECT.tr} Pivotu FROM içine yazın ve değerlerini sayın: FROM t PIVOT (sum(x) FOR y IN (1, 2)).`,
};

interface Told {
  error: boolean;
  error_message?: string;
  position?: string;
  statements?: unknown;
}

/** The statements of a text as DuckDB's own parser sees them. Throws `GateFault` for what it cannot read, or what is no SELECT. */
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
  const told = JSON.parse((JSON.parse(answer!.rows) as string[][])[0]![0]!) as Told;
  if (!told.error) return { statements: told.statements };
  const message = told.error_message ?? 'The statement cannot be read.';
  if (NO_SELECT.test(message)) {
    throw new GateFault(null, /^\s*(pivot|unpivot)\b/i.test(sql) ? PIVOT : ONLY_SELECT);
  }
  const at = told.position === undefined ? null : Number(told.position);
  throw new GateFault(at, `${message[0]!.toUpperCase()}${message.slice(1)}.`);
}
