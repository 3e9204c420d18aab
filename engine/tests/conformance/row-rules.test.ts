import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alike, dice, FIELDS, someQuery } from '../support/random-queries.ts';
import { randomCases } from '../support/random-cases.ts';
import { CASES, ROWS, RULED } from '../support/row-rule-cases.ts';
import { openDatabase, serverOf } from '../support/test-postgres.ts';
import type { TestDatabase } from '../support/test-postgres.ts';
import { openTiny, tinyModel, tinyStatements } from '../support/tiny-warehouse.ts';
import type { TinyWarehouse } from '../support/tiny-warehouse.ts';
import { checkRows } from '../property-models/check-results.ts';
import { ModelError } from '../../src/errors.ts';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel } from '../../src/documents/read-model.ts';
import { planQuery } from '../../src/planner/query.ts';
import type { Plan } from '../../src/plan/plan.ts';
import type { ReaderOf } from '../../src/plan/scope.ts';
import { semanticQuery } from '@rise/contract';
import { toQueryResult } from '../../src/results/query-result.ts';

const model = RULED;
let tiny: TinyWarehouse;
let database: TestDatabase;
beforeAll(async () => {
  tiny = await openTiny(ROWS, {}, model);
  database = await openDatabase();
  for (const statement of tinyStatements(ROWS)) await database.client.query(statement);
});
afterAll(async () => {
  await tiny.close();
  await database.close();
});
const scopeOf = (of: ReaderOf) => ({ tenant: 'alder', reader: of });
async function askServer(query: object, of: ReaderOf) {
  const server = serverOf(database.url, 'public');
  const answer = await tiny.engine.queries.run({
    model: tiny.model,
    version: { number: 1, asOf: null, moment: 0, server },
    scope: scopeOf(of),
    query: semanticQuery.parse({ dataset: 'book', ...query }),
  });
  return toQueryResult(answer, { dataVersion: 1, asOf: null, unmapped: [] });
}

describe('rules and masks of a model', () => {
  it.each(Object.entries(CASES))(
    '%s gets exactly what a warehouse with only their rows and columns would return',
    async (_name, one) => {
      const theirs = await openTiny(
        ROWS.filter((row) => row.tenant === 'alder' && one.sees(row)).map(one.shown),
        {},
        FIELDS,
      );
      const random = dice(41);
      for (const turn of randomCases(60)) {
        const query = someQuery(random);
        const [restricted, expected, served] = await Promise.all([
          tiny.runQuery(query, scopeOf(one.reader)),
          theirs.runQuery(query),
          askServer(query, one.reader),
        ]);
        const place = JSON.stringify({ turn, query });
        for (const answer of [restricted, served]) {
          expect(alike(answer.rows), place).toEqual(alike(expected.rows));
          expect(alike(answer.totals ? [answer.totals] : []), place).toEqual(
            alike(expected.totals ? [expected.totals] : []),
          );
        }
      }
      await theirs.close();
    },
  );

  it('all apply to an unnamed reader', async () => {
    const { rows } = await tiny.runQuery({ measures: ['branches'] });
    expect(rows).toEqual([[0]]);
  });

  it('separate cached results of readers with different rights', async () => {
    const counts = [];
    for (const { reader: of } of Object.values(CASES))
      counts.push((await tiny.runQuery({ measures: ['branches'] }, scopeOf(of))).rows[0]![0]);
    const expected = Object.values(CASES).map(
      ({ sees }) => ROWS.filter((row) => row.tenant === 'alder' && sees(row)).length,
    );
    expect(counts).toEqual(expected);
    expect(new Set(expected).size).toBe(expected.length);
  });

  it('change results, so their absence is detected', async () => {
    const plan = planQuery(
      tiny.model,
      scopeOf(CASES['clerk']!.reader),
      semanticQuery.parse({ dataset: 'book', measures: ['worth'] }),
    );
    expect(JSON.stringify(plan.facts[0]!.source.rules)).toContain('branch_id');
    const open = await openTiny(ROWS, {}, { ...model, rules: '[]', masks: '[]' });
    const query = { measures: ['branches', 'worth'] };
    expect((await open.runQuery(query, scopeOf(CASES['clerk']!.reader))).rows).not.toEqual(
      (await tiny.runQuery(query, scopeOf(CASES['clerk']!.reader))).rows,
    );
    await open.close();
  });
});

describe('generated queries under generated rules, on one fact or several', { timeout: 600_000 }, () => {
  it('never return a row that the rules hide from the reader', async () => {
    const cases = randomCases(120).length;
    const { rows } = await checkRows(database, { cases, seed: 20_261_121 });
    expect(rows).toBeGreaterThan(2 * cases);
  });

  it('would return one if the rules of one fact were dropped', async () => {
    const forgets = (plan: Plan): Plan => {
      const { source, ...fact } = plan.facts.at(-1)!;
      return { ...plan, facts: [...plan.facts.slice(0, -1), { ...fact, source: { ...source, rules: null } }] };
    };
    const noticed = { cause: { message: expect.stringMatching(/foreign/) as string } };
    await expect(checkRows(database, { cases: 400, seed: 7, corruption: { plan: forgets } })).rejects.toMatchObject(
      noticed,
    );
  });
});

describe('a model with invalid rules', () => {
  it.each([
    [
      { rules: '[{ name: r, title: { en: R }, where: "grade + 1" }]' },
      /rules\.0\.where: At character 1: A condition is needed/,
    ],
    [{ rules: '[{ name: r, title: { en: R }, where: "x.grade = 1" }]' }, /The table 'x' is not part of 'book'/],
    [{ rules: '[{ name: r, title: { en: R }, where: ":nobody = 1" }]' }, /There is no parameter 'nobody'/],
    [
      { rules: '[{ name: r, title: { en: R }, where: open }, { name: r, title: { en: R }, where: open }]' },
      /There are two rules 'r'/,
    ],
    [
      { masks: '[{ name: m, title: { en: M }, columns: [{ table: x, column: y }] }]' },
      /masks\.0\.columns\.0\.table: The table 'x'/,
    ],
    [
      { parameters: '[{ name: user_x, type: string, default: a, title: { en: P } }]' },
      /are the reader's own attributes/,
    ],
  ])('is refused: %j', (fields, message) => {
    const problems = () => compileModel(parseModel(tinyModel(fields), 'tiny.yaml'));
    expect(problems).toThrow(ModelError);
    expect(problems).toThrow(message);
  });
});
