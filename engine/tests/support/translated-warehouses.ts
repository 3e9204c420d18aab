import { semanticQuery } from '@rise/contract';
import type { Cell } from '@rise/contract';
import type { Dialect } from '../../src/dialects/dialect.ts';
import { duckdb } from '../../src/dialects/duckdb.ts';
import { planQuery } from '../../src/planner/query.ts';
import type { RowRule } from '../../src/plan/scope.ts';
import type { StatementRequest } from '../../src/dialects/statement.ts';
import type { DialectCase } from './dialect-cases/case.ts';
import { CASE_MODEL, CASE_TABLES } from './dialect-cases/models.ts';
import { statementsOf } from '../../src/results/result-body.ts';
import { alike, dice, someFilter, someQuery } from './random-queries.ts';
import { openTranspiled } from './transpile-to-duckdb.ts';
import type { TranspiledRuns } from './transpile-to-duckdb.ts';

type Results = (Cell[][] | undefined)[];

/** The warehouses of the cases, queried in DuckDB's own dialect and in those of engines that are not available here. */
export interface TranslatedWarehouses extends Record<DialectCase['of'], TranspiledRuns> {
  compare(
    statements: DialectCase['statements'],
    dialect: Dialect,
    of: DialectCase['of'],
  ): Promise<{ actual: Results; expected: Results }>;
  close(): void;
}

export async function openTranslatedWarehouses(): Promise<TranslatedWarehouses> {
  const [branches, book, history, events] = await Promise.all([
    openTranspiled(CASE_TABLES.branches),
    openTranspiled(CASE_TABLES.book),
    openTranspiled(CASE_TABLES.history),
    openTranspiled(CASE_TABLES.events),
  ]);
  const runs = { branches, book, history, events };
  const resultsOf = async (of: DialectCase['of'], statements: StatementRequest[], dialect: Dialect) => {
    const results: Results = [];
    for (const statement of statements)
      for (const rows of await runs[of].run(statement, dialect)) results.push(alike(JSON.parse(rows) as Cell[][]));
    return results;
  };
  /** The results in DuckDB's own dialect, which every other one is compared with. */
  const expectations = new WeakMap<DialectCase['statements'], Promise<Results>>();
  return {
    ...runs,
    async compare(statements, dialect, of) {
      const expected = expectations.get(statements) ?? resultsOf(of, statements(duckdb), duckdb);
      expectations.set(statements, expected);
      return { actual: await resultsOf(of, statements(dialect), dialect), expected: await expected };
    },
    close() {
      branches.close();
      book.close();
      history.close();
      events.close();
    },
  };
}

/** Runs random queries under random row rules; throws where the results differ. Returns how many rows they had. */
export async function compareRandomQueries(
  warehouses: TranslatedWarehouses,
  dialect: Dialect,
  { turns, seed }: { turns: number; seed: number },
): Promise<number> {
  const random = dice(seed);
  let rows = 0;
  for (let turn = 0; turn < turns; turn += 1) {
    const query = someQuery(random);
    const predicates = (random.roll(2) === 0 ? [{ dataset: 'book', filter: someFilter(random) }] : []) as RowRule[];
    const scope = { tenant: 'alder', predicates, reader: 'system' as const };
    const plan = planQuery(CASE_MODEL, scope, semanticQuery.parse({ dataset: 'book', ...query }));
    const { actual, expected } = await warehouses.compare(
      (target) => statementsOf(plan, { dialect: target }),
      dialect,
      'branches',
    );
    if (JSON.stringify(actual) !== JSON.stringify(expected))
      throw new Error(
        `${dialect.name} differs: ${JSON.stringify({ turn, query, predicates, actual, expected }, null, 1)}`,
      );
    rows += expected[0]?.length ?? 0;
  }
  return rows;
}
