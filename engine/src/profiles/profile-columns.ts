import { sql } from 'kysely';
import type { ColumnProfile } from '@rise/contract';
import type { Sql } from '../dialects/dialect.ts';
import { duckdb } from '../dialects/duckdb.ts';
import { basicsSql, detailsSql, sampleOf } from './profile-sql.ts';
import type { Detail } from './profile-sql.ts';
import type { ProfileSource, RunProfile } from './profile-source.ts';
import { readProfile } from './read-profile.ts';
import type { Basics } from './read-profile.ts';

/** Up to this many distinct values each is counted: grouping is cheap then, however many rows there are. */
const FEW_VALUES = 50_000;
/** Up to this many rows, everything is exact. */
const FEW_ROWS = 250_000;
/** Up to this many rows quantiles are computed from sorted values. */
const SORTED_ROWS = 1_000_000;

function detailFor({ rows, distinct }: Basics): Detail {
  const few = distinct <= FEW_VALUES;
  return {
    grouped: few || rows <= FEW_ROWS,
    allPatterns: few,
    quantiles: rows <= SORTED_ROWS ? 'sorted' : few ? 'of-groups' : 'approximate',
  };
}

/** Profiles all rows of a column, in two statements: what the first finds decides how the second computes the rest. */
export async function profileColumn(source: ProfileSource, run: RunProfile): Promise<ColumnProfile> {
  const basics = JSON.parse(await run(duckdb.compile(basicsSql(source)))) as Basics;
  const detail = detailFor(basics);
  const details = await run(duckdb.compile(detailsSql(source, detail)));
  return readProfile(source, basics, details, { ...detail, complete: true });
}

const SAMPLED: Detail = { grouped: true, allPatterns: false, quantiles: 'sorted' };

/**
 * Estimates several columns from one reservoir sample, in one statement; `rows` are those of the whole table. A sample
 * that holds all rows is exact. Drawn from blocks instead of a reservoir it would miss most values of the column by
 * which rows are sorted.
 */
export async function estimateColumns(
  { from, rows: tableRows }: { from: Sql; rows: number | null },
  columns: readonly Pick<ProfileSource, 'column' | 'kind'>[],
  run: RunProfile,
): Promise<ColumnProfile[]> {
  if (columns.length === 0) return [];
  const drawn = sampleOf(tableRows);
  const names = [...new Set(columns.map(({ column }) => column))].map((name) => sql.id(name));
  const sample = sql`sampled AS MATERIALIZED (SELECT ${sql.join(names)} FROM ${from} USING SAMPLE reservoir(${sql.lit(drawn)} ROWS))`;
  const parts = columns.flatMap((column) => {
    const source = { ...column, from: sql.raw('sampled') };
    return [sql`(${basicsSql(source)})`, sql`(${detailsSql(source, SAMPLED)})`];
  });
  const statement = sql`WITH ${sample} SELECT CAST(to_json([${sql.join(parts)}]) AS VARCHAR)`;
  const texts = JSON.parse(await run(duckdb.compile(statement))) as string[];
  return columns.map((column, place) => {
    const basics = JSON.parse(texts[2 * place]!) as Basics;
    const complete = basics.rows < drawn;
    return readProfile(column, basics, texts[2 * place + 1]!, { ...SAMPLED, complete });
  });
}
