import { DuckDBInstance } from '@duckdb/node-api';
import { semanticQuery } from '@rise/contract';
import type { Cell } from '@rise/contract';
import * as fc from 'fast-check';
import { duckdb } from '../../src/dialects/duckdb.ts';
import { postgres } from '../../src/dialects/postgres.ts';
import { planQuery } from '../../src/plan/plan-query.ts';
import type { Plan } from '../../src/plan/plan.ts';
import type { Scope } from '../../src/plan/scope.ts';
import { writeSql } from '../../src/sql/write-sql.ts';
import { WITHOUT_FAULTS } from '../../src/warehouses/engine-faults.ts';
import { encodeTextAnswers } from '../../src/warehouses/encode-text.ts';
import type { RowsText, StatementRequest } from '../../src/warehouses/messages.ts';
import { ReaderSession } from '../../src/warehouses/reader-session.ts';
import { clickhouse } from '../../src/dialects/clickhouse.ts';
import { createServerDriver } from '../../src/warehouses/server-driver.ts';
import { openClickhouse } from '../clickhouse.ts';
import type { TestDatabase } from '../test-postgres.ts';
import { modelOf, tablesOf } from './model-of.ts';
import { allows, expectedWithin, seenRows } from './oracle.ts';
import { fitting, question, written } from './query.ts';
import type { Question } from './query.ts';
import { world } from './world.ts';
import type { World } from './world.ts';

interface Answer {
  rows: Cell[][];
  totals: Cell[] | null;
}
/** What a test spoils on purpose, to see that the difference is noticed. */
export interface Spoiled {
  plan?(plan: Plan): Plan;
  answer?(answer: Answer, plan: Plan): Answer;
}
export interface Amount {
  /** How many questions are asked in all. */
  cases: number;
  seed: number;
  spoiled?: Spoiled;
}
type Fitting = ReturnType<typeof fitting>;
type Run = (statement: StatementRequest) => Promise<RowsText[]>;
const EACH = 8;

/** A question to a world, without what the engine refuses with a reason. */
function askable(made: World, open: Question): Fitting {
  const fit = fitting(made, open);
  const periods = fit.dimensions.some((name) => name === 'day' || name === 'month' || name === 'year');
  const calculations = fit.calculations.filter(
    ({ kind, measure }) =>
      (kind !== 'share' && kind !== 'to_date') || allows(made, kind, fit.names[measure % fit.names.length]!, periods),
  );
  return { ...fit, calculations };
}

async function answerOf(plan: Plan, dialect: typeof duckdb, run: Run): Promise<Answer> {
  const { rows, totals, types, limit, cuts } = writeSql(plan, dialect);
  const told = await run({ ...rows, types, limit, ...(cuts && { cuts }) });
  if (totals) told.push(...(await run({ ...totals, types, limit: null })));
  const [found, whole] = told.map((answer) => JSON.parse(answer.rows) as Cell[][]);
  return { rows: found!, totals: whole?.[0] ?? null };
}

/**
 * Asks made-up worlds made-up questions on every engine of the run; `faultOf` says what is wrong with an answer, null where
 * nothing is. Throws with the smallest case at fault.
 */
async function askWorlds(
  database: TestDatabase,
  { cases, seed, spoiled = {} }: Amount,
  faultOf: (made: World, asked: Fitting, answer: Answer) => object | null,
  always: Question['dimensions'] = [],
): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const setUp = await instance.connect();
  await setUp.run(WITHOUT_FAULTS);
  setUp.closeSync();
  const server = process.env['RISE_CHDB'] ? await openClickhouse() : null;
  const driver = server && createServerDriver(server.settings, { deadlineMs: 60_000, lookup: undefined });
  const third: Run = (statement) => driver!.query([statement]);
  const questions = fc.array(question, { minLength: EACH, maxLength: EACH });
  const property = fc.asyncProperty(world, questions, async (made, open) => {
    const model = modelOf(made);
    const reader = { roles: [], groups: [], attributes: { code: made.codes } };
    const scope: Scope = { tenant: 'alder', policyHash: '', predicates: [], reader };
    const connection = await instance.connect();
    const session = new ReaderSession(connection);
    const tables = tablesOf(made);
    const embedded: Run = (statement) => session.run(statement);
    const served: Run = async (statement) => {
      const asText = { getTypeParser: () => String };
      const { rows } = await database.client.query<(string | null)[]>({
        text: statement.sql,
        values: statement.parameters,
        rowMode: 'array',
        types: asText,
      });
      return encodeTextAnswers(rows, statement);
    };
    try {
      for (const sql of tables) await connection.run(sql);
      await database.client.query(`BEGIN; ${tables.join(';\n')}`);
      await server?.make(tables);
      for (const asked of open.map((each) =>
        askable(made, { ...each, dimensions: [...new Set([...always, ...each.dimensions])] }),
      )) {
        const query = written(made, asked);
        const right = planQuery(model, scope, semanticQuery.parse(query));
        const plan = spoiled.plan?.(right) ?? right;
        for (const [dialect, run] of [
          [duckdb, embedded],
          [postgres, served],
          ...(driver ? [[clickhouse, third] as const] : []),
        ] as const) {
          const told = await answerOf(plan, dialect, run);
          const fault = faultOf(made, asked, spoiled.answer?.(told, plan) ?? told);
          if (fault) throw new Error(`${dialect.name} differs: ${JSON.stringify({ query, ...fault }, null, 1)}`);
        }
      }
    } finally {
      session.close();
      await database.client.query('ROLLBACK');
    }
  });
  try {
    await fc.assert(property, {
      numRuns: Math.ceil(cases / EACH),
      seed,
      // Made smaller on three engines, a case takes minutes.
      endOnFailure: server !== null || Object.keys(spoiled).length > 0,
    });
  } finally {
    instance.closeSync();
    await driver?.close();
    await server?.close();
  }
}

/** Doubles to their eleventh digit, decimals as numbers, rows in one order. */
function settled({ rows, totals }: { rows: Cell[][]; totals: Cell[] | null }, keys: number) {
  const cell = (value: Cell, index: number) =>
    index < keys || value === null || typeof value === 'boolean' ? value : Number(Number(value).toPrecision(11)) + 0;
  return { rows: rows.map((row) => JSON.stringify(row.map(cell))).toSorted(), totals: totals && totals.map(cell) };
}

/** Compares every answer with the oracle's, and tells how many rows that was. */
export async function checkAnswers(database: TestDatabase, amount: Amount): Promise<{ rows: number }> {
  let rows = 0;
  await askWorlds(database, amount, (made, asked, answer) => {
    const keys = asked.dimensions.length * (asked.rollup ? 2 : 1);
    const [wanted, got] = [expectedWithin(made, asked), answer].map((each) => settled(each, keys));
    rows += answer.rows.length;
    return JSON.stringify(got) === JSON.stringify(wanted) ? null : { wanted, got };
  });
  return { rows };
}

/** Asks row by row, whatever else is asked: none may be one that the reader's rules keep from them. Tells how many came. */
export async function checkRows(database: TestDatabase, amount: Amount): Promise<{ rows: number }> {
  let rows = 0;
  const foreignIn = (made: World, _asked: Fitting, answer: Answer) => {
    const own = new Set<Cell>(made.facts.flatMap((fact) => seenRows(made, fact).map(({ id }) => id)));
    const foreign = answer.rows.map(([id]) => id!).filter((id) => id !== null && !own.has(id));
    rows += answer.rows.length;
    return foreign.length === 0 ? null : { foreign };
  };
  await askWorlds(database, amount, foreignIn, ['id']);
  return { rows };
}
