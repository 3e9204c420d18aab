import { semanticQuery } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUDITOR, CLERK, OWN } from '../support/client-bookings.ts';
import { JUNIOR, openDerivedBank, rich, SHORT } from '../support/derived-bank.ts';
import type { DerivedBank } from '../support/derived-bank.ts';
import { numbers } from '../support/engine-pair.ts';

let bank: DerivedBank;
beforeAll(async () => {
  bank = await openDerivedBank();
});
afterAll(() => bank.close());

describe.each([
  ['all rows', AUDITOR, 'TRUE'],
  ['the rows that the reader may see', CLERK, OWN],
])('the example of the documentation over %s', (_, scope, rule) => {
  it('aggregates the groups of its query', async () => {
    const measures = ['client_months', 'mean_turnover', 'median_bookings', 'large'];
    const figures = 'count(*), avg(amount), median(CAST(bookings AS DOUBLE)), count(*) FILTER (WHERE amount > 60)';
    expect(await bank.rowsOf({ dimensions: ['town'], measures, totals: true }, scope)).toEqual(
      await bank.sql(`SELECT town, ${figures} FROM m GROUP BY 1 ORDER BY 1`, rule),
    );
    expect(await bank.rowsOf({ measures }, scope)).toEqual(await bank.sql(`SELECT ${figures} FROM m`, rule));
    expect(
      await bank.rowsOf({ dimensions: ['activity', { field: 'month', grain: 'quarter' }], measures }, scope),
    ).toEqual(
      await bank.sql(
        `SELECT CASE WHEN bookings < 3 THEN 'low' ELSE 'high' END, date_trunc('quarter', month)::DATE::VARCHAR, ${figures}
        FROM m GROUP BY 1, 2 ORDER BY 1 DESC, 2`,
        rule,
      ),
    );
  });
});

describe('a derived dataset', () => {
  it('supports every kind of measure in its query and over its rows', async () => {
    const measures = [
      'rows',
      'amount',
      'balance',
      'large',
      'mean',
      'spread',
      'latest',
      'large_clients',
      'per_row',
      'twice',
    ];
    for (const [scope, rule] of [
      [AUDITOR, 'TRUE'],
      [CLERK, OWN],
    ] as const)
      expect(await bank.of('clients', { dimensions: ['branch'], measures, totals: true }, scope)).toEqual(
        await bank.sql(
          `SELECT branch, count(*), sum(amount), sum(balance), sum(large), avg(mean_amount), stddev_samp(amount), max(first_day)::VARCHAR,
           count(DISTINCT client) FILTER (large / bookings >= 0.5), sum(amount) / count(*), sum(amount) * 2 FROM (${SHORT}) GROUP BY 1 ORDER BY 1`,
          rule,
        ),
      );
    expect(await bank.of('clients', { dimensions: ['branch'], measures: ['known'] })).toEqual(
      await bank.sql(`SELECT branch, sum(balance) FROM (SELECT arg_max(branch, (day, id)) AS branch, arg_max(amount, (day, id)) AS balance
        FROM seen GROUP BY account) GROUP BY 1 ORDER BY 1`),
    );
  });

  it('supports exact numbers as dimensions, values per key and buckets', async () => {
    expect(await bank.of('clients', { dimensions: ['branches', 'size'], measures: ['rows'] })).toEqual(
      await bank.sql(`SELECT n, CASE WHEN amount < 150 THEN 'small' ELSE 'big' END AS size, count(*) FROM (${SHORT})
        LEFT JOIN (SELECT client, count(*) AS n FROM (${SHORT}) WHERE client IS NOT NULL GROUP BY 1) USING (client) GROUP BY 1, 2 ORDER BY 1 NULLS LAST, 2 DESC`),
    );
    const { columns, rows } = await bank.warehouse.runQuery(
      rich,
      {
        dataset: 'clients',
        dimensions: ['last_known'],
        measures: ['rows'],
        filter: { field: 'last_known', op: 'gte', values: ['80.25'] },
      },
      AUDITOR,
    );
    expect(columns[0]!.type).toBe('decimal');
    expect(numbers(rows)).toEqual(
      await bank.sql(`SELECT known, count(*) FROM (SELECT client, branch, sum(amount) AS known FROM (SELECT arg_max(client, (day, id)) AS client,
        arg_max(branch, (day, id)) AS branch, arg_max(amount, (day, id)) AS amount FROM seen GROUP BY account) GROUP BY ALL)
        WHERE known >= 80.25 GROUP BY 1 ORDER BY 1`),
    );
    expect(rows.length).toBeGreaterThan(3);
  });

  it('is ranked, subtotaled, pivoted, compared and filtered like any other', async () => {
    const ranked = await bank.of('clients', {
      dimensions: ['client'],
      measures: ['amount'],
      top: { dimension: 'client', measure: 'amount', n: 2 },
      order: [{ field: 'amount', direction: 'desc' }],
    });
    expect(ranked.map((row) => row.at(-1))).toEqual(
      (
        await bank.sql(`SELECT sum(amount) FROM (SELECT amount, row_number() OVER (ORDER BY amount DESC) AS r FROM
        (SELECT client, sum(amount) AS amount FROM seen GROUP BY 1)) GROUP BY least(r, 3) ORDER BY least(r, 3)`)
      ).flat(),
    );
    expect(
      await bank.of('clients', { dimensions: ['branch', 'size'], measures: ['mean'], subtotals: 'rollup' }),
    ).toHaveLength(10);
    const pivot = await bank.of('clients', {
      dimensions: ['size', 'branch'],
      measures: ['rows'],
      pivot: { columns: ['branch'] },
    });
    expect(pivot.map((row) => row.slice(1))).toEqual(
      await bank.sql(`SELECT count(*) FILTER (branch = 'b1'), count(*) FILTER (branch = 'b2'), count(*) FILTER (branch = 'b3')
        FROM (${SHORT}) GROUP BY amount < 150 ORDER BY amount < 150 DESC`),
    );
    const peers = { field: 'branch', op: 'in', values: ['b2', 'b3'] };
    const [[, value, count, , median]] = (await bank.of('clients', {
      kind: 'benchmark',
      by: 'client',
      member: 3,
      measures: ['amount'],
      peers,
    })) as [[unknown, number, number, unknown, number]];
    expect([[value, count, median]]).toEqual(
      await bank.sql(`SELECT (SELECT sum(amount) FROM seen WHERE client = 3), count(*), median(amount) FROM (SELECT client, sum(amount)::DOUBLE AS amount
        FROM (${SHORT}) GROUP BY 1 HAVING bool_or(branch IN ('b2', 'b3')) AND client IS NOT NULL)`),
    );
    const buckets = await bank.of('clients', { kind: 'distribution', by: 'client', measure: 'amount', buckets: 4 });
    expect([[buckets.reduce((all, row) => all + Number(row[2]), 0)]]).toEqual(
      await bank.sql('SELECT count(DISTINCT client) FROM seen'),
    );
    const filter = {
      all: [
        { field: 'size', op: 'in', values: ['big'] },
        { field: 'first_day', during: { since: '2024-03-01' } },
        { not: { field: 'client', op: 'in', values: [3] } },
      ],
    };
    expect(
      await bank.of('clients', {
        dimensions: ['branch'],
        measures: ['rows', 'amount'],
        filter,
        having: { measure: 'rows', op: 'gt', values: [2] },
      }),
    ).toEqual(
      await bank.sql(`SELECT branch, count(*), sum(amount) FROM (${SHORT}) WHERE amount >= 150 AND first_day >= '2024-03-01' AND client IS DISTINCT FROM 3
        GROUP BY 1 HAVING count(*) > 2 ORDER BY 1`),
    );
  });

  it('supports comparisons, accumulation and filled gaps of periods', async () => {
    const query = {
      dataset: 'client_months',
      dimensions: [{ field: 'month', grain: 'month', fill: true }],
      measures: ['client_months', 'last_turnover'],
      calculations: [
        { name: 'before', kind: 'compare', measure: 'client_months', with: 'previous_period' },
        { name: 'to_date', kind: 'accumulate', measure: 'client_months', over: 'year' },
      ],
    };
    expect((await bank.of('client_months', query)).map((row) => row.slice(0, 5))).toEqual(
      await bank.sql(`SELECT month::VARCHAR, count(*), sum(amount), lag(count(*)) OVER (ORDER BY month), sum(count(*)) OVER (PARTITION BY year(month) ORDER BY month)
        FROM m GROUP BY m.month ORDER BY m.month`),
    );
    expect(await bank.of('client_months', { measures: ['last_turnover'] })).toEqual(
      await bank.sql('SELECT sum(amount) FROM m WHERE month = (SELECT max(month) FROM m)'),
    );
  });

  it('can be derived from another', async () => {
    const clients = `SELECT branch, sum(amount) AS amount, count(*) AS n FROM (${SHORT}) GROUP BY 1 HAVING count(*) > 1`;
    for (const [scope, rule] of [
      [AUDITOR, 'TRUE'],
      [CLERK, OWN],
      [JUNIOR, 'TRUE'],
    ] as const)
      expect(await bank.of('branches', { measures: ['branches', 'mean_amount'] }, scope)).toEqual(
        await bank.sql(
          `SELECT count(*), avg(amount) FROM (${scope === JUNIOR ? clients.replace('GROUP BY 1', 'WHERE amount < 150 GROUP BY 1') : clients})`,
          rule,
        ),
      );
  });
});

it('shares passes with other queries of a report', async () => {
  const queries = [
    { dataset: 'clients', dimensions: ['branch'], measures: ['amount'], totals: true },
    { dataset: 'clients', dimensions: ['branch', 'size'], measures: ['rows', 'mean'] },
    { dataset: 'client_months', measures: ['mean_turnover'] },
  ];
  const requests = queries.map((query) => ({ ...bank.context(CLERK), query: semanticQuery.parse(query) }));
  const together = await Promise.all(bank.warehouse.engine.queries.runAll(requests));
  for (const [place, request] of requests.entries())
    expect(together[place]!.body).toBe((await bank.warehouse.engine.queries.run(request)).body);
});

it('lists its rows', async () => {
  const query = {
    kind: 'rows',
    columns: ['client', 'month', 'last_turnover'],
    order: [{ field: 'client' }, { field: 'month' }],
    limit: 1000,
  };
  expect(await bank.rowsOf(query, CLERK)).toEqual(
    await bank.sql('SELECT client, month::VARCHAR, amount FROM m ORDER BY 1, 2', OWN),
  );
});

it('streams its rows', async () => {
  const { engine } = bank.warehouse;
  const request = {
    ...bank.context(CLERK),
    query: semanticQuery.parse({
      dataset: 'client_months',
      dimensions: ['client', 'month'],
      measures: ['mean_turnover'],
    }),
  };
  const { parts } = engine.queries.stream({ ...request, format: () => ({ kind: 'ndjson' }) as never });
  let bytes = 0;
  for await (const part of parts as AsyncIterable<Uint8Array>) bytes += part.length ?? 0;
  expect(bytes).toBeGreaterThan(1000);
});
