import { rowsQuery, semanticQuery } from '@rise/contract';
import type { AggregateQuery, RowsResult } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readOssie } from '../../src/ossie/read-ossie.ts';
import { writeOssie } from '../../src/ossie/write-ossie.ts';
import { drillDown } from '../../src/planner/drill-down.ts';
import { planQuery } from '../../src/planner/query.ts';
import type { Scope } from '../../src/plan/scope.ts';
import { toQueryResult } from '../../src/results/query-result.ts';
import { planRollup } from '../../src/rollups/plan-rollup.ts';
import { useRollups } from '../../src/rollups/use-rollups.ts';
import { COVERAGE, CYCLES, DELIVERED, openForms } from '../support/changing-forms.ts';
import { AUDITOR, CLERK, OWN } from '../support/client-bookings.ts';
import { BOOKINGS, modelOf, openDerivedBank, own, rich } from '../support/derived-bank.ts';
import type { DerivedBank } from '../support/derived-bank.ts';
import { numbers } from '../support/engine-pair.ts';
import { derived, measure } from '../support/model-text.ts';

let bank: DerivedBank;
beforeAll(async () => {
  bank = await openDerivedBank();
});
afterAll(() => bank.close());

const stepsOf = (...of: Parameters<typeof drillDown>) => drillDown(...of).steps;

describe('the lineage of a figure of a derived dataset', () => {
  it('leads to the columns, rules and masks of the source', async () => {
    const {
      lineage,
      accounts,
      rules,
      masks,
      tables,
      queries,
      sql: shown,
    } = await bank.explained('branches', ['mean_amount'], CLERK);
    expect(lineage.columns).toEqual([]);
    const [clients] = lineage.parts;
    expect(clients).toMatchObject({ as: 'source', dataset: 'clients', measure: 'amount', columns: [] });
    expect(clients!.parts[0]).toMatchObject({
      as: 'source',
      dataset: 'bookings',
      columns: [{ table: 'booking', column: 'amount' }],
    });
    expect(accounts.map(({ table, account }) => [table, account])).toEqual([['booking', 'amount']]);
    expect(rules.map(({ name }) => name)).toEqual(['own']);
    expect(masks).toEqual([]);
    expect(tables.map(({ dataset: name, table }) => [name, table])).toEqual(
      [
        ['branches', 'branches'],
        ['clients', 'clients'],
        ['bookings', 'booking'],
        ['bookings', 'booking'],
      ].slice(0, tables.length),
    );
    expect(queries.map(({ dataset: name, query }) => [name, query.dataset])).toEqual([
      ['branches', 'clients'],
      ['clients', 'bookings'],
    ]);
    expect(shown).toContain('row rule: Own branch');
    expect(shown).not.toMatch(/"branch" IN/);
    const large = await bank.explained('clients', ['large_clients'], {
      reader: { ...AUDITOR.reader, groups: ['temps'] },
    });
    expect(large.masks.map(({ name }) => name)).toEqual(['clients']);
    expect(large.lineage.columns).toMatchObject([{ table: 'booking', column: 'client', masked: true }]);
    expect(large.settings.map(({ name }) => name)).toEqual(['least']);
  });

  it('leads to its rows, and from those to the source', async () => {
    const rows = rowsQuery.parse({
      query: { dataset: 'client_months', dimensions: ['town'], measures: ['mean_turnover'] },
      measure: 'mean_turnover',
      cell: [{ field: 'town', value: 'town 1' }],
      columns: ['client', 'month'],
      limit: 1000,
    });
    for (const version of Object.values(bank.warehouse.versions)) {
      const answer = await bank.warehouse.engine.queries.runRows({ ...bank.context(CLERK), version, rows });
      const page = toQueryResult(answer, { dataVersion: 1, asOf: null, unmapped: [] }) as RowsResult;
      expect(numbers(page.rows.map((row) => [row[0], row[1], row[2]]))).toEqual(
        await bank.sql("SELECT client, month::VARCHAR, amount FROM m WHERE town = 'town 1' ORDER BY 1, 2", OWN),
      );
      expect(numbers([[page.value, page.count]])).toEqual(
        await bank.sql("SELECT avg(amount), count(*) FROM m WHERE town = 'town 1'", OWN),
      );
      const sources = page.columns.filter(({ role }) => role === 'source');
      expect(sources.map(({ name, behind }) => [name, behind])).toEqual([
        ['client_months.client', { dataset: 'bookings', field: 'client', grain: null }],
        ['client_months.day_month', { dataset: 'bookings', field: 'day', grain: 'month' }],
        ['client_months.amount', undefined],
      ]);
      const [client, month] = [
        page.rows[0]![page.columns.indexOf(sources[0]!)],
        page.rows[0]![page.columns.indexOf(sources[1]!)],
      ];
      const filter = {
        all: [
          { field: 'client', op: 'in', values: [Number(client)] },
          { field: 'day', during: { since: month, until: String(month).slice(0, 8) + '28' } },
        ],
      };
      const behind = await bank.rowsOf({ dataset: 'bookings', measures: ['bookings'], filter }, CLERK, rich);
      expect(Number(behind[0]![0])).toBeGreaterThan(0);
    }
  });

  it('drills down its hierarchies, and to the periods of its rows', async () => {
    const query = semanticQuery.parse({
      dataset: 'client_months',
      dimensions: [{ field: 'month', grain: 'quarter' }],
      measures: ['large'],
    }) as AggregateQuery;
    const [step, ...others] = stepsOf(rich, query, [{ field: 'month_quarter', value: '2024-04-01', level: 'member' }]);
    expect(step!.to).toEqual({ field: 'month', grain: 'month', fill: false });
    expect(others).toEqual([]);
    expect(stepsOf(rich, step!.query, [{ field: 'month_month', value: '2024-04-01', level: 'member' }])).toEqual([]);
    const [down] = stepsOf(
      rich,
      semanticQuery.parse({ dataset: 'clients', dimensions: ['branch'], measures: ['rows'] }) as AggregateQuery,
      [{ field: 'branch', value: 'b1', level: 'member' }],
    );
    expect(await bank.of('clients', down!.query)).toHaveLength(30);
    const weeks = bank.of('client_months', { dimensions: [{ field: 'month', grain: 'week' }], measures: ['large'] });
    await expect(weeks).rejects.toMatchObject({
      details: [{ field: 'dimensions.0.grain', message: expect.stringContaining('by month') as string }],
    });
  });

  it('explains a reader’s rights by the source', async () => {
    const request = { ...bank.context(AUDITOR), dataset: 'clients', reader: CLERK.reader };
    const { rules } = await bank.warehouse.engine.explanations.visibility({ ...request, row: null });
    expect(rules.map(({ name, applies }) => [name, applies])).toEqual([
      ['small', false],
      ['own', true],
    ]);
    const one = bank.warehouse.engine.explanations.visibility({ ...request, row: { client: 3 } });
    await expect(one).rejects.toThrow(/Name a row of 'bookings'/);
  });
});

it('reports columns that were not delivered for its source', async () => {
  const states = derived(
    'states',
    '{ dataset: forms, dimensions: [state, as_of], measures: [late, institutions] }',
    [own('state', 'string', 'states'), own('as_of', 'date', 'states')],
    [
      measure('mean_late', 'kind: average, expression: late'),
      measure('mean_size', 'kind: average, expression: institutions'),
    ],
  );
  const forms = await openForms(COVERAGE, states);
  try {
    const { rows, meta } = await forms.runQuery({
      dataset: 'states',
      dimensions: ['as_of'],
      measures: ['mean_late', 'mean_size'],
    });
    expect(numbers(rows)).toEqual(
      await forms.plain(
        `SELECT cycle, avg(late), avg(n) FROM (SELECT cycle, state, sum(late) AS late, count(*) AS n FROM t GROUP BY ALL) GROUP BY 1 ORDER BY 1`,
      ),
    );
    const late = new Set(DELIVERED.late.map((place) => CYCLES[place]!));
    expect(meta.unavailable).toMatchObject([
      {
        column: 'mean_late',
        measure: 'mean_late',
        dates: CYCLES.filter((day) => !late.has(day)),
        columns: [{ table: 'detail', column: 'late' }],
      },
    ]);
  } finally {
    await forms.close();
  }
});

it('reports average balances of its rows without a prior year-end', async () => {
  const averaged = `${measure('own_average', 'kind: average_balance, measure: loans, with: prior_year_end, per: id')}${derived('states', '{ dataset: forms, dimensions: [state, as_of], measures: [own_average] }', [own('as_of', 'date', 'states')], [measure('mean', 'kind: average, expression: own_average'), measure('states', 'kind: count')])}`;
  const forms = await openForms(COVERAGE, averaged);
  try {
    const { rows, meta } = await forms.runQuery({
      dataset: 'states',
      dimensions: ['as_of'],
      measures: ['mean', 'states'],
    });
    expect(numbers(rows)).toEqual(
      await forms.plain(`SELECT cycle, avg(a), count(*) FROM (SELECT t.cycle, t.state, sum((t.loans + coalesce(p.loans, t.loans)) / 2) AS a
        FROM t LEFT JOIN t AS p ON p.id = t.id AND year(p.cycle) = year(t.cycle) - 1 GROUP BY ALL) GROUP BY 1 ORDER BY 1`),
    );
    expect(meta.averages!.map(({ column }) => column)).toEqual(['mean']);
    expect(meta.averages![0]!.dates.map(({ withoutPrior }) => withoutPrior)).toEqual(
      (
        await forms.plain(
          `SELECT count(*) FILTER (p.id IS NULL) FROM t LEFT JOIN t AS p ON p.id = t.id AND year(p.cycle) = year(t.cycle) - 1 GROUP BY t.cycle ORDER BY t.cycle`,
        )
      ).flat(),
    );
  } finally {
    await forms.close();
  }
});

it('is served by the rollups of its source', () => {
  const rollup = {
    name: 'by_client',
    dimensions: ['client', 'branch', 'day', 'late'],
    measures: ['amount', 'bookings'],
  };
  const plan = planRollup(rich, { tenant: 'alder' }, { dataset: 'bookings', rollup });
  const over = derived(
    'sums',
    '{ dataset: bookings, dimensions: [client], measures: [amount] }',
    [],
    [measure('mean', 'kind: average, expression: amount')],
  );
  const of = modelOf(BOOKINGS, over);
  const query = semanticQuery.parse({ dataset: 'sums', measures: ['mean'] });
  const scope: Scope = { tenant: 'alder', reader: 'system' };
  const [fact] = useRollups(planQuery(of, scope, query), [{ plan, rows: 9, inexact: [] }]).facts;
  expect(fact!.source.rows!.facts[0]!.rollup).toEqual({ name: 'by_client', rows: 9 });
  expect(fact!.rollup).toBeUndefined();
});

it('is exported to other tools in an extension', () => {
  const { document, notes } = writeOssie(rich.model);
  expect(notes.filter(({ place }) => place === 'clients')).toHaveLength(1);
  expect(readOssie(JSON.stringify(document), 'bank.ossie.json').model).toEqual(rich.model);
});
