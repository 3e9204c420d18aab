import { semanticQuery } from '@rise/contract';
import type { Cell } from '@rise/contract';
import type { Dialect } from '../src/dialects/dialect.ts';
import { duckdb } from '../src/dialects/duckdb.ts';
import { planQuery } from '../src/plan/plan-query.ts';
import type { RowRule } from '../src/plan/scope.ts';
import type { StatementRequest } from '../src/warehouses/messages.ts';
import { CASE_MODEL, CASE_TABLES, statementsOf } from './dialect-cases.ts';
import type { DialectCase } from './dialect-cases.ts';
import { alike, dice, someFilter, someQuery } from './random-queries.ts';
import { openTranspiled } from './transpiled.ts';
import type { TranspiledRuns } from './transpiled.ts';

type Answers = (Cell[][] | undefined)[];

/** The warehouses of the cases, asked in the words of engines that do not run here, and in DuckDB's own. */
export interface Unproven extends Record<DialectCase['of'], TranspiledRuns> {
  compare(
    statements: DialectCase['statements'],
    dialect: Dialect,
    of: DialectCase['of'],
  ): Promise<{ told: Answers; expected: Answers }>;
  close(): void;
}

export async function openUnproven(): Promise<Unproven> {
  const [branches, book] = await Promise.all([openTranspiled(CASE_TABLES.branches), openTranspiled(CASE_TABLES.book)]);
  const runs = { branches, book };
  const answers = async (of: DialectCase['of'], statements: StatementRequest[], dialect: Dialect) => {
    const found: Answers = [];
    for (const statement of statements)
      for (const rows of await runs[of].run(statement, dialect)) found.push(alike(JSON.parse(rows) as Cell[][]));
    return found;
  };
  return {
    ...runs,
    async compare(statements, dialect, of) {
      const expected = await answers(of, statements(duckdb), duckdb);
      return { told: await answers(of, statements(dialect), dialect), expected };
    },
    close() {
      branches.close();
      book.close();
    },
  };
}

/** Asks made-up questions under made-up row rules; fails where the answers differ, and tells how many rows they had. */
export async function askBoth(
  warehouses: Unproven,
  dialect: Dialect,
  { turns, seed }: { turns: number; seed: number },
): Promise<number> {
  const random = dice(seed);
  let rows = 0;
  for (let turn = 0; turn < turns; turn += 1) {
    const query = someQuery(random);
    const predicates = (random.roll(2) === 0 ? [{ dataset: 'book', filter: someFilter(random) }] : []) as RowRule[];
    const scope = { tenant: 'alder', policyHash: '', predicates, reader: 'system' as const };
    const plan = planQuery(CASE_MODEL, scope, semanticQuery.parse({ dataset: 'book', ...query }));
    const { told, expected } = await warehouses.compare((each) => statementsOf(plan, each), dialect, 'branches');
    if (JSON.stringify(told) !== JSON.stringify(expected))
      throw new Error(
        `${dialect.name} differs: ${JSON.stringify({ turn, query, predicates, told, expected }, null, 1)}`,
      );
    rows += expected[0]?.length ?? 0;
  }
  return rows;
}
