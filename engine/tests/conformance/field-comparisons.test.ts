import { semanticQuery } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { branches, FIELDS } from '../support/random-queries.ts';
import { numbers, openTwoEngines } from '../support/engine-pair.ts';
import type { TwoEngines } from '../support/engine-pair.ts';
import { QueryError } from '../../src/errors.ts';
import { planQuery } from '../../src/planner/query.ts';
import { guideSection } from '../support/model-guide.ts';

const DIMENSIONS = `${FIELDS.dimensions}
      - { name: closed_on, type: date, column: { table: branch, column: day } }
      - { name: due_on, type: date, expression: "CASE WHEN grade >= 3 THEN DATE '2025-01-31' WHEN grade < 3 THEN DATE '2025-12-31' END" }
      - { name: rank, type: integer, expression: "LENGTH(branch_id)" }
      - { name: shut, type: boolean, expression: "grade > 2" }`;
const DUE = `CASE WHEN grade >= 3 THEN DATE '2025-01-31' WHEN grade < 3 THEN DATE '2025-12-31' END`;
const MASKS =
  '[{ name: days, title: { en: Days }, appliesTo: { roles: [clerk] }, columns: [{ table: branch, column: day }] }]';
const everyone = { roles: ['auditor'], groups: [], attributes: {} };
const clerk = { roles: ['clerk'], groups: [], attributes: {} };

let both: TwoEngines;
beforeAll(async () => {
  both = await openTwoEngines(branches(7), { ...FIELDS, dimensions: DIMENSIONS, masks: MASKS });
});
afterAll(() => both.close());

const compared = (field: string, op: string, otherField: string) => ({ field, op, otherField });
const runQuery = (query: object, reader = everyone) => both.runQuery(query, { reader });
const count = async (filter: object, reader = everyone) =>
  Number((await runQuery({ measures: ['branches'], filter }, reader)).rows[0]![0]);
const plain = async (where: string) => (await both.plain(`SELECT count(*)::int FROM t WHERE ${where}`))[0]![0];

describe('a comparison of two dimensions', () => {
  it.each([
    ['closed_on', 'gt', 'due_on', `day > ${DUE}`],
    ['closed_on', 'lte', 'due_on', `day <= ${DUE}`],
    ['closed_on', 'ne', 'due_on', `day <> ${DUE}`],
    ['closed_on', 'eq', 'due_on', `day = ${DUE}`],
    ['grade', 'gte', 'rank', 'grade >= length(branch_id)'],
    ['name', 'lt', 'id', 'name COLLATE "C" < branch_id COLLATE "C"'],
    ['open', 'ne', 'shut', 'open <> (grade > 2)'],
  ])('%s %s %s selects the rows that plain SQL selects', async (field, op, otherField, where) => {
    const expected = Number(await plain(where));
    expect(expected).toBeGreaterThan(0);
    expect(await count(compared(field, op, otherField))).toBe(expected);
    // What is missing passes no comparison, but is not excluded by `not`.
    expect(await count({ not: compared(field, op, otherField) })).toBe(60 - expected);
  });

  it('is not a date range: other periods are looked up among the rows that satisfy it', async () => {
    const { rows } = await runQuery({
      dimensions: [{ field: 'closed_on', grain: 'month' }],
      measures: ['branches'],
      filter: compared('closed_on', 'gt', 'due_on'),
      calculations: [{ name: 'to_date', kind: 'accumulate', measure: 'branches', over: 'year' }],
    });
    const expected = await both.plain(`SELECT to_char(date_trunc('month', day), 'YYYY-MM-DD'), count(*)::int,
        (sum(count(*)) OVER (PARTITION BY date_trunc('year', min(day)) ORDER BY date_trunc('month', min(day))))::int
      FROM t WHERE day > ${DUE} GROUP BY 1, date_trunc('month', day) ORDER BY 1`);
    expect(numbers(rows)).toEqual(expected);
  });

  it('works in custom measures, and treats masked columns as missing', async () => {
    const late = { name: 'late', kind: 'filtered', measure: 'assets', filter: compared('closed_on', 'gt', 'due_on') };
    const { rows } = await runQuery({ dimensions: ['grade'], measures: ['late'], customMeasures: [late] });
    expect(numbers(rows)).toEqual(
      await both.plain(
        `SELECT grade::int, sum(assets) FILTER (WHERE day > ${DUE}) FROM t GROUP BY grade ORDER BY grade NULLS LAST`,
      ),
    );
    expect(await count(compared('closed_on', 'gt', 'due_on'), clerk)).toBe(0);
  });

  it('is the example of the documentation', async () => {
    const [, example] = /`(\{ "field": "\w+", "op": "gt", "otherField": "\w+" \})`/.exec(
      guideSection('Periods and filters'),
    )!;
    expect(await count(JSON.parse(example!) as object)).toBe(await plain(`day > ${DUE}`));
  });

  it.each([
    [
      compared('closed_on', 'gt', 'grade'),
      /^filter.otherField: 'closed_on' is of the type date, 'grade' of the type integer/,
    ],
    [compared('size', 'eq', 'name'), /^filter: 'size' has bands/],
    [compared('open', 'gt', 'shut'), /^filter.op: 'open' has no order to compare by. Use 'eq' or 'ne'/],
    [compared('closed_on', 'gt', 'due'), /^filter.otherField: There is no dimension 'due'.*Did you mean 'due_on'/],
  ])('%j is rejected with the remedy', (filter, message) => {
    let issues: string[] = [];
    try {
      planQuery(
        both.tiny.model,
        { tenant: 'alder' },
        semanticQuery.parse({ dataset: 'book', measures: ['assets'], filter }),
      );
    } catch (error) {
      if (!(error instanceof QueryError)) throw error;
      issues = error.details.map(({ field, message: text }) => `${field}: ${text}`);
    }
    expect(issues).toEqual([expect.stringMatching(message)]);
  });
});
