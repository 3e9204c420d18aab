import { join, dirname } from 'node:path';
import { semanticQuery } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toQueryResult } from '../../src/index.ts';
import { CYCLES, openForms } from '../support/changing-forms.ts';
import type { Forms } from '../support/changing-forms.ts';
import { numbers } from '../support/engine-pair.ts';

const MORE = `
    rules: [{ name: own, title: { en: Own }, appliesTo: { groups: [branch] }, where: state = 'S1' }]
    masks: [{ name: late, title: { en: Late }, appliesTo: { groups: [temps] }, columns: [{ table: detail, column: late }, { table: later, column: novelty }] }]
    rollups: [{ name: by_state, dimensions: [as_of, state], measures: [loans, late, late_ratio, low_income, institutions, funding] }]
  - name: book
    title: { en: Book }
    description: { en: The same rows without snapshots }
    owner: Finance
    table: report
    optional: [{ table: report, column: website, type: string }]
    dimensions:
      - { name: as_of, type: date, title: { en: A }, column: { table: report, column: cycle } }
      - { name: state, type: string, title: { en: S }, column: { table: report, column: state } }
    measures:
      - { name: all_loans, kind: sum, expression: loans, title: { en: T }, definition: { en: D }, format: { unit: number } }
      - { name: listed, kind: count, where: website IS NOT NULL, title: { en: T }, definition: { en: D }, format: { unit: number } }
combined:
  - name: both
    title: { en: Both }
    description: { en: D }
    owner: Finance
    facts: [forms, book]
    shared: [as_of, state]
    measures:
      - { name: share_late, kind: ratio, numerator: [{ measure: late }], denominator: [{ measure: all_loans }], title: { en: T }, definition: { en: D }, format: { unit: percent } }
`;
const [first, second, third, last] = CYCLES as [string, string, string, string];
const reader = (...groups: string[]) => ({ reader: { roles: [], groups, attributes: {} } });

let forms: Forms;
beforeAll(async () => {
  forms = await openForms(undefined, MORE);
});
afterAll(() => forms.close());

describe('columns that came or went', () => {
  it('respect row rules and masks, even on missing columns', async () => {
    const query = { dimensions: ['as_of'], measures: ['institutions', 'late', 'low_income', 'novelty'] };
    expect(numbers((await forms.runQuery(query, reader('branch'))).rows)).toEqual(
      await forms.plain(
        `SELECT cycle, count(*), sum(late), CASE WHEN year(cycle) > 2010 THEN count(*) FILTER (low_income = 1) END, NULL FROM t WHERE state = 'S1' GROUP BY 1 ORDER BY 1`,
      ),
    );
    const { rows } = await forms.runQuery(query, reader('temps'));
    expect(rows.map((row) => [row[2], row[4]])).toEqual(CYCLES.map(() => [null, null]));
  });

  it('are null in a dataset without snapshots only if they are missing entirely', async () => {
    const { rows, meta } = await forms.runQuery({ dataset: 'book', measures: ['all_loans', 'listed'] });
    const [[sum]] = (await forms.plain('SELECT sum(loans) FROM t')) as [[number]];
    expect(numbers(rows)).toEqual([[sum, null]]);
    expect(meta.unavailable).toEqual([
      {
        column: 'listed',
        measure: 'listed',
        columns: [{ table: 'report', column: 'website', account: 'website' }],
        from: null,
        until: null,
        dates: [],
        partial: false,
      },
    ]);
  });

  it('are handled per fact in a combined dataset', async () => {
    const measures = ['late', 'all_loans', 'share_late', 'much_late'];
    const { rows, meta } = await forms.runQuery({ dataset: 'both', dimensions: ['as_of'], measures }, reader());
    const late = 'CASE WHEN year(cycle) IN (2010, 2012) THEN count(*) FILTER (late > 50) END';
    expect(numbers(rows)).toEqual(
      await forms.plain(
        `SELECT cycle, sum(late), sum(loans), sum(late)::DOUBLE / sum(loans), ${late} FROM t GROUP BY 1 ORDER BY 1`,
      ),
    );
    expect(meta.unavailable.map(({ column, dates }) => [column, dates])).toEqual([
      ['late', [first, third]],
      ['share_late', [first, third]],
      ['much_late', [first, third]],
    ]);
    const filter = { field: 'as_of', op: 'in', values: [second] };
    expect((await forms.runQuery({ dataset: 'both', measures, filter })).meta.unavailable).toEqual([]);
  });

  it('give the same figures with a rollup', async () => {
    const { engine, model, version } = forms;
    const scope = { tenant: 'alder' };
    const target = join(dirname(version.file), 'rollups.duckdb');
    const rollups = await engine.rollups.build({ model, version, scope, target });
    expect(rollups.map((rollup) => 'problem' in rollup)).toEqual([false]);
    const withRollups = { ...version, rollups: rollups.filter((rollup) => 'hash' in rollup) };
    let used = 0;
    for (const measures of [['loans'], ['late', 'loans'], ['late_ratio'], ['low_income', 'institutions'], ['funding']])
      for (const query of [
        { dimensions: ['as_of'], measures },
        { dimensions: ['state'], measures, filter: { field: 'as_of', op: 'in', values: [third] }, totals: true },
        { measures },
      ]) {
        const parsed = semanticQuery.parse({ dataset: 'forms', ...query });
        const answer = await engine.queries.run({ model, version: withRollups, scope, query: parsed });
        used += answer.read.rollups.length;
        const { rows, totals, meta } = toQueryResult(answer, { dataVersion: 1, asOf: last, unmapped: [] });
        const plain = await forms.runQuery(query);
        expect(numbers([...rows, ...(totals ? [totals] : [])])).toEqual(
          numbers([...plain.rows, ...(plain.totals ? [plain.totals] : [])]),
        );
        expect(meta.unavailable).toEqual(plain.meta.unavailable);
      }
    expect(used).toBeGreaterThan(0);
  });

  it('are reported in the first record of a stream', async () => {
    const { engine, model, version } = forms;
    const query = semanticQuery.parse({ dataset: 'forms', dimensions: ['as_of'], measures: ['late'] });
    const stream = engine.queries.stream({
      model,
      version,
      scope: { tenant: 'alder' },
      query,
      format: () => ({ kind: 'ndjson' }),
    });
    expect(stream.unavailable).toMatchObject([{ column: 'late', dates: [first, third] }]);
    await stream.parts.return?.({ rowCount: 0, truncated: false });
  });
});
