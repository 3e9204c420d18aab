import { DuckDBInstance } from '@duckdb/node-api';
import { semanticQuery } from '@rise/contract';
import type { Rollup, TimeGrain } from '@rise/contract';
import * as fc from 'fast-check';
import { duckdb } from '../../src/dialects/duckdb.ts';
import { QueryError } from '../../src/errors.ts';
import { compileModel } from '../../src/model/compile-model.ts';
import type { CompiledModel } from '../../src/model/compile-model.ts';
import { planQuery } from '../../src/plan/plan-query.ts';
import type { Plan } from '../../src/plan/plan.ts';
import type { Scope } from '../../src/plan/scope.ts';
import { planRollup } from '../../src/rollups/plan-rollup.ts';
import type { ReadyRollup } from '../../src/rollups/rollup.ts';
import { useRollups } from '../../src/rollups/use-rollups.ts';
import { rollupSql } from '../../src/sql/rollup.ts';
import { writeSql } from '../../src/sql/write-sql.ts';
import { WITHOUT_FAULTS } from '../../src/warehouses/engine-faults.ts';
import { ReaderSession } from '../../src/warehouses/reader-session.ts';
import { ownName, ROW_MEASURES, within } from './measures.ts';
import { modelOf, tablesOf } from './model-of.ts';
import { fitting, question, written } from './query.ts';
import { DIMENSIONS, world } from './world.ts';
import type { World } from './world.ts';

const EACH = 10;
/** Grains in which questions and rollups cut days; the two of a question stand for its months and years. */
const SHORT: TimeGrain[] = ['week', 'month', 'month', 'quarter', 'fiscal_quarter'];
const LONG: TimeGrain[] = ['quarter', 'year', 'fiscal_quarter', 'fiscal_year'];

/** What is declared over each fact, before it is known what that fact has. */
const declared = fc.record({
  dimensions: fc.subarray([...DIMENSIONS, 'id' as const], { minLength: 2 }),
  time: fc.constantFrom<TimeGrain | 'plain' | null>(null, 'plain', 'day', 'day', 'week', 'month', 'quarter', 'year', 'fiscal_quarter'), // prettier-ignore
  measures: fc.subarray([...Object.keys(ROW_MEASURES), ...Object.keys(within(0)).map((name) => name.slice(0, -2))], { minLength: 6 }), // prettier-ignore
});
const calendar = fc.record({
  timeZone: fc.constant('UTC'),
  weekStart: fc.integer({ min: 1, max: 7 }),
  fiscalYearStart: fc.constantFrom(1, 4, 7, 10, 2, 12),
});
type Declared = typeof declared extends fc.Arbitrary<infer T> ? T : never;

function rollupsOf(model: CompiledModel, scope: Scope, fact: number, wanted: readonly Declared[]): Rollup[] {
  const name = `fact${fact}`;
  const dataset = model.datasets.get(name)!;
  return wanted.flatMap(({ dimensions, time, measures }, index) => {
    const day = ownName(fact, 'day');
    const own = dimensions.map((each) => ownName(fact, each)).filter((each) => dataset.dimensions.has(each));
    const cut = time === 'plain' ? [day] : time === null ? [] : [{ field: day, grain: time }];
    if (own.length + cut.length === 0) return [];
    const rollup: Rollup = {
      name: `r${index}`,
      dimensions: [...cut, ...own],
      measures: measures.map((each) => ownName(fact, each)),
    };
    const refused = new Set<unknown>();
    planRollup(model, scope, { dataset: name, rollup }, ([, place]) => refused.add(place));
    const kept = rollup.measures.filter((_, place) => !refused.has(place));
    return kept.length === 0 ? [] : [{ ...rollup, measures: kept }];
  });
}

function withRollups(made: World, scope: Scope, wanted: readonly Declared[][]): CompiledModel {
  const plain = modelOf(made);
  const datasets = plain.model.datasets.map((dataset, fact) => ({
    ...dataset,
    rollups: rollupsOf(plain, scope, fact, wanted[fact]!),
  }));
  return compileModel({ ...plain.model, datasets });
}

/** The question with its months and years as other periods. */
function regrained(query: object, grains: { short: TimeGrain; long: TimeGrain }): object {
  const { dimensions, ...rest } = query as { dimensions: (string | { field: string; grain: string })[] };
  const others = dimensions.map((each) =>
    typeof each === 'string' ? each : { ...each, grain: each.grain === 'month' ? grains.short : grains.long },
  );
  return { ...rest, dimensions: others };
}

/**
 * Asks made-up models with made-up rollups made-up questions, once of rows and once of rollups where they are chosen:
 * both have to say the same, to the letter. Tells how many questions rollups answered. `spoiled` makes a wrong choice
 * on purpose.
 */
export async function checkRollups(amount: {
  cases: number;
  seed: number;
  spoiled?: (plan: Plan) => Plan;
}): Promise<{ answered: number; rows: number }> {
  const told = { answered: 0, rows: 0 };
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const setUp = await instance.connect();
  await setUp.run(WITHOUT_FAULTS);
  setUp.closeSync();
  const asked = fc.record({
    made: world,
    open: fc.array(question, { minLength: EACH, maxLength: EACH }),
    rollups: fc.array(fc.array(declared, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 3 }),
    calendar,
    short: fc.constantFrom(...SHORT),
    long: fc.constantFrom(...LONG),
  });
  const property = fc.asyncProperty(asked, async ({ made, open, rollups, calendar: counted, short, long }) => {
    const reader = { roles: [], groups: [], attributes: { code: made.codes } };
    const scope: Scope = { tenant: 'alder', policyHash: '', predicates: [], reader, calendar: counted };
    const model = withRollups(made, scope, rollups);
    const connection = await instance.connect();
    const session = new ReaderSession(connection);
    const answerOf = async (plan: Plan) => {
      const { rows, totals, types, totalsTypes, limit, cuts } = writeSql(plan, duckdb);
      const answers = await session.run({ ...rows, types, limit, ...(cuts && { cuts }) });
      if (totals) answers.push(...(await session.run({ ...totals, types: totalsTypes ?? types, limit: null })));
      return answers;
    };
    try {
      for (const sql of tablesOf(made)) await connection.run(sql);
      const ready: ReadyRollup[] = [];
      for (const dataset of model.model.datasets)
        for (const rollup of dataset.rollups) {
          const plan = planRollup(model, scope, { dataset: dataset.name, rollup });
          const { sql, parameters } = rollupSql(plan, duckdb);
          await connection.run(`CREATE TEMPORARY TABLE "${plan.table}" AS ${sql}`, parameters);
          const counted_ = await connection.runAndReadAll(`SELECT COUNT(*) FROM "${plan.table}"`);
          ready.push({ plan, rows: Number(counted_.getRowsJson()[0]![0]), inexact: [] });
        }
      for (const each of open) {
        const query = regrained(written(made, fitting(made, each)), { short, long });
        let ofRows: Plan;
        try {
          ofRows = planQuery(model, scope, semanticQuery.parse(query));
        } catch (error) {
          if (error instanceof QueryError) continue;
          throw error;
        }
        const chosen = useRollups(ofRows, ready);
        const used = chosen.facts.flatMap(({ rollup }) => rollup?.name ?? []);
        if (used.length === 0) continue;
        const [wanted, got] = [await answerOf(ofRows), await answerOf(amount.spoiled?.(chosen) ?? chosen)];
        told.answered += 1;
        told.rows += got[0]!.rowCount;
        if (JSON.stringify(wanted) !== JSON.stringify(got))
          throw new Error(`The rollups ${used.join(', ')} differ: ${JSON.stringify({ query, wanted, got, declared: model.model.datasets.map((dataset) => dataset.rollups) }, null, 1)}`); // prettier-ignore
      }
    } finally {
      session.close();
    }
  });
  try {
    const endOnFailure = amount.spoiled !== undefined;
    await fc.assert(property, { numRuns: Math.ceil(amount.cases / EACH), seed: amount.seed, endOnFailure });
  } finally {
    instance.closeSync();
  }
  return told;
}
