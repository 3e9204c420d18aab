import './polyglot-wasm.ts';
import { DuckDBInstance } from '@duckdb/node-api';
import { transpile, validate } from '@polyglot-sql/sdk';
import type { Dialect as Grammar } from '@polyglot-sql/sdk';
import type { Dialect } from '../../src/dialects/dialect.ts';
import { duckdb } from '../../src/dialects/duckdb.ts';
import { SAFE_OPTIMIZERS } from '../../src/warehouses/engine-faults.ts';
import type { Statement, StatementRequest } from '../../src/dialects/statement.ts';
import { ReaderSession } from '../../src/warehouses/embedded/reader-session.ts';

const grammarOf = ({ name }: Pick<Dialect, 'name'>) => name as Grammar;

/** Syntax errors of a statement; null if there are none. */
export function grammarError(text: string, dialect: Pick<Dialect, 'name'>): string | null {
  const { valid, errors } = validate(text, grammarOf(dialect));
  return valid ? null : JSON.stringify(errors);
}

/** Functions that a vendor has and DuckDB lacks, defined by the vendor's documentation. */
const STAND_INS = [
  'CREATE MACRO startswith(whole, part) AS starts_with(whole, part)',
  'CREATE MACRO collated(value, specification) AS strip_accents(lower(value))',
  'CREATE MACRO normalized(value) AS strip_accents(value)',
  'CREATE MACRO with_timezone(moment, zone) AS (moment AT TIME ZONE zone)',
  'CREATE MACRO to_unixtime(moment) AS epoch(moment)',
  'CREATE MACRO at_timezone(moment, zone) AS (moment AT TIME ZONE zone)',
];
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/\bCOLLATE\(/g, 'COLLATED('],
  [/\bNORMALIZE\((.*?), NFD\)/g, 'NORMALIZED($1)'],
  [/\bTRANSFORM\(/g, 'LIST_TRANSFORM('],
  [/\bELEMENT_AT\(/g, 'LIST_EXTRACT('],
  [/\bv -> /g, 'LAMBDA v : '],
];

/** `INTERVAL <expression> MONTH`, as polyglot writes it; DuckDB requires parentheses around the expression. */
function bracketed(text: string): string {
  const start = 'INTERVAL CAST(';
  let done = '';
  for (let rest = text; ;) {
    const at = rest.indexOf(start);
    if (at < 0) return done + rest;
    let end = at + start.length;
    for (let depth = 1; depth > 0; end += 1) depth += rest[end] === '(' ? 1 : rest[end] === ')' ? -1 : 0;
    done += `${rest.slice(0, at)}INTERVAL (${rest.slice(at + 'INTERVAL '.length, end)})`;
    rest = rest.slice(end);
  }
}

/** A vendor's statement, translated by polyglot into DuckDB's SQL. */
export function inDuckdb(text: string, dialect: Dialect): string {
  const { success, sql, error } = transpile(text, grammarOf(dialect), 'duckdb' as Grammar);
  if (!success || sql?.length !== 1) throw new Error(`${error ?? 'not one statement'}: ${text}`);
  return SPELLINGS.reduce((message, [word, ours]) => message.replaceAll(word, ours), bracketed(sql[0]!));
}

export interface TranspiledRuns {
  /** The rows of a statement as JSON text, translated unless it is in DuckDB's dialect. */
  run(statement: StatementRequest, dialect: Dialect): Promise<string[]>;
  /** The same with DuckDB's column types and value formats. */
  values(statement: Statement, dialect: Dialect): Promise<{ types: string[]; rows: (string | null)[][] }>;
  close(): void;
}

/** A DuckDB with these tables that runs statements of other engines. */
export async function openTranspiled(tables: readonly string[]): Promise<TranspiledRuns> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  for (const statement of [SAFE_OPTIMIZERS, "SET TimeZone = 'UTC'", ...STAND_INS, ...tables])
    await connection.run(statement);
  const session = new ReaderSession(connection);
  return {
    async run(statement, dialect) {
      const text = dialect.name === duckdb.name ? statement.sql : inDuckdb(statement.sql, dialect);
      try {
        return (await session.run({ ...statement, sql: text })).map(({ rows }) => rows);
      } catch (cause) {
        throw new Error(`${(cause as Error).message}\n${text}`, { cause });
      }
    },
    async values({ sql, parameters }, dialect) {
      const prepared = await connection.prepare(inDuckdb(sql, dialect));
      prepared.bind(parameters);
      const result = await prepared.run();
      const rows = (await result.getRows()).map((row) => row.map((cell) => (cell === null ? null : String(cell))));
      return { types: result.columnTypes().map(String), rows };
    },
    close() {
      session.close();
      instance.closeSync();
    },
  };
}
