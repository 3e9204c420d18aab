import { rowsQuery, semanticQuery } from '@rise/contract';
import type { AggregateQuery, RowsResult } from '@rise/contract';
import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel } from '../../src/documents/read-model.ts';
import { ModelError, QueryError } from '../../src/errors.ts';
import { queriesBehind } from '../../src/explain/queries-behind.ts';
import { readOssie } from '../../src/ossie/read-ossie.ts';
import { writeOssie } from '../../src/ossie/write-ossie.ts';
import { planQuery } from '../../src/planner/query.ts';
import { planRollup } from '../../src/rollups/plan-rollup.ts';
import { useRollups } from '../../src/rollups/use-rollups.ts';
import { drillDown } from '../../src/planner/drill-down.ts';
import { toQueryResult } from '../../src/results/query-result.ts';
import type { Scope } from '../../src/plan/scope.ts';
import { COVERAGE, CYCLES, DELIVERED, openForms } from '../support/changing-forms.ts';
import { numbers } from '../support/engine-pair.ts';
import { generateWarehouse } from '../support/generated-warehouse.ts';
import type { GeneratedWarehouse } from '../support/generated-warehouse.ts';
import { guideExamples } from '../support/model-guide.ts';

const [yaml] = guideExamples('Derived datasets', 'yaml');
const EXAMPLE = yaml
  .replace('datasets:\n', '')
  .replaceAll(/ … \}( #.*)?$/gm, ' title: { en: T }, definition: { en: D }, format: { unit: number } }')
  .trimEnd();

const measure = (name: string, what: string, unit = 'number') =>
  `      - { name: ${name}, ${what}, title: { en: ${name} }, definition: { en: D }, format: { unit: ${unit} } }`;
const dimension = (name: string, type: string, rest: string) =>
  `      - { name: ${name}, type: ${type}, title: { en: ${name} }, ${rest} }`;
const own = (name: string, type: string, table: string, column = name) =>
  dimension(name, type, `column: { table: ${table}, column: ${column} }`);
const dataset = (name: string, of: string, dimensions: string[], measures: string[], rest = '') => `
  - name: ${name}
    title: { en: ${name} }
    description: { en: D }
    owner: Finance
    ${of}
    dimensions:${dimensions.length === 0 ? ' []' : `\n${dimensions.join('\n')}`}
    measures:${measures.length === 0 ? ' []' : `\n${measures.join('\n')}`}
${rest}`;

const BOOKINGS = dataset(
  'bookings',
  'table: booking\n    joins: [{ table: client, on: [{ column: client, key: id }] }]\n    asOf: { table: booking, column: day }',
  [
    own('id', 'integer', 'booking'),
    own('day', 'date', 'booking'),
    own('client', 'integer', 'booking'),
    own('account', 'integer', 'booking'),
    own('branch', 'string', 'booking'),
    own('town', 'string', 'client'),
    dimension('kind', 'string', 'column: { table: booking, column: kind }, mapping: kind'),
    dimension('cards', 'integer', `per: { key: client, take: count, where: "kind = 'card'" }`),
    dimension('late', 'boolean', 'expression: amount > :least'),
  ],
  [
    measure('bookings', 'kind: count'),
    measure('amount', 'kind: sum, expression: amount'),
    measure('mean_amount', 'kind: average, expression: amount'),
    measure('balance', 'kind: sum, expression: amount, over: { time: day, take: last }'),
    measure('known', 'kind: sum, expression: amount, over: { time: day, take: last, per: account, order: id }'),
    measure('first_day', 'kind: min, expression: day', 'date'),
    measure('of_cards', `kind: sum, expression: amount, where: "MAPPED(kind, 'kind') = 'plastic'"`),
  ],
  `    rules: [{ name: own, title: { en: Own branch }, exceptFor: { roles: [auditor] }, where: "branch IN (:user_branch)" }]
    masks: [{ name: clients, title: { en: Clients }, appliesTo: { groups: [temps] }, columns: [{ table: booking, column: client }] }]`,
);

const HEAD = `
name: bank
title: { en: Bank }
description: { en: D }
parameters: [{ name: least, title: { en: L }, type: integer, default: 40 }]
mappings: [{ name: kind, title: { en: K } }]
datasets:`;
const modelOf = (...datasets: string[]) => compileModel(parseModel([HEAD, ...datasets].join('\n'), 'bank.yaml'));

const KINDS = ['loan', 'card', 'transfer', 'transfer', 'fee'];
/** Bookings of 30 clients over 14 months, of two tenants; some have no client. */
const ROWS = Array.from({ length: 400 }, (_, index) => {
  const random = (index * 7919 + 13) % 1009;
  const client = random % 31;
  const day = new Date(Date.UTC(2024, 0, 5 + ((client * 11 + ((random * index) % 300)) % 420)))
    .toISOString()
    .slice(0, 10);
  return [
    index % 9 === 0 ? 'birch' : 'alder',
    index,
    client === 30 ? null : client,
    client * 3 + (index % 2),
    day,
    KINDS[(random + index) % 5]!,
    (random % 90) + 0.25,
    ['b1', 'b2', 'b3'][(index + client) % 3]!,
  ];
});
const cell = (value: string | number | null) => (typeof value === 'string' ? `'${value}'` : String(value));
const TABLES = [
  'CREATE TABLE booking (tenant_id VARCHAR, id BIGINT, client BIGINT, account BIGINT, day DATE, kind VARCHAR, amount DECIMAL(12, 2), branch VARCHAR)',
  'CREATE TABLE client (tenant_id VARCHAR, id BIGINT, town VARCHAR)',
  `INSERT INTO booking VALUES ${ROWS.map((row) => `(${row.map(cell).join(', ')})`).join(', ')}`,
  `INSERT INTO client VALUES ${Array.from({ length: 30 }, (_, id) => `('alder', ${id}, 'town ${id % 4}')`).join(', ')}`,
];

const model = modelOf(BOOKINGS, EXAMPLE);
const AUDITOR = { reader: { roles: ['auditor'], groups: [], attributes: {} } };
const CLERK = { reader: { roles: [], groups: [], attributes: { branch: ['b1', 'b2'] } } };
const OWN = "branch IN ('b1', 'b2')";
let warehouse: GeneratedWarehouse;
let plain: DuckDBConnection;
beforeAll(async () => {
  warehouse = await generateWarehouse(TABLES, '2025-02-28');
  plain = await (await DuckDBInstance.create(':memory:')).connect();
  for (const statement of TABLES) await plain.run(statement);
});
afterAll(async () => {
  plain.closeSync();
  await warehouse.close();
});

const rowsOf = async (query: object, scope: Partial<Scope> = AUDITOR, of = model) =>
  numbers((await warehouse.ask(of, { dataset: 'client_months', ...query }, scope)).rows);
/** Plain SQL over `seen`, the tenant's rows that a reader may see, and `m`, the months of clients. */
async function sql(select: string, rule = 'TRUE') {
  const reader = await plain.runAndReadAll(`WITH seen AS (SELECT * FROM booking WHERE tenant_id = 'alder' AND ${rule}),
    m AS (SELECT client, CAST(date_trunc('month', day) AS DATE) AS month, count(*) AS bookings, sum(amount) AS amount, town
      FROM seen LEFT JOIN client ON client.id = seen.client AND client.tenant_id = 'alder'
      WHERE client IS NOT NULL GROUP BY ALL HAVING sum(amount) > 10) ${select}`);
  return numbers(reader.getRowsJson());
}

describe.each([
  ['all rows', AUDITOR, 'TRUE'],
  ['the rows that the reader may see', CLERK, OWN],
])('the example of the documentation over %s', (_, scope, rule) => {
  it('aggregates the groups of its query', async () => {
    const measures = ['client_months', 'mean_turnover', 'median_bookings', 'large'];
    const figures = 'count(*), avg(amount), median(CAST(bookings AS DOUBLE)), count(*) FILTER (WHERE amount > 60)';
    expect(await rowsOf({ dimensions: ['town'], measures, totals: true }, scope)).toEqual(
      await sql(`SELECT town, ${figures} FROM m GROUP BY 1 ORDER BY 1`, rule),
    );
    expect(await rowsOf({ measures }, scope)).toEqual(await sql(`SELECT ${figures} FROM m`, rule));
    expect(await rowsOf({ dimensions: ['activity', { field: 'month', grain: 'quarter' }], measures }, scope)).toEqual(
      await sql(
        `SELECT CASE WHEN bookings < 3 THEN 'low' ELSE 'high' END, date_trunc('quarter', month)::DATE::VARCHAR, ${figures}
        FROM m GROUP BY 1, 2 ORDER BY 1 DESC, 2`,
        rule,
      ),
    );
  });
});

/** Every kind of measure in the query, a condition of the query's own, and rights of its own. */
const CLIENTS = dataset(
  'clients',
  `query:
      dataset: bookings
      dimensions: [client, branch]
      measures: [amount, mean_amount, first_day, balance, known, large, large_share]
      customMeasures:
        - { name: large, kind: filtered, measure: bookings, filter: { field: late, op: in, values: [true] } }
        - { name: large_share, kind: formula, expression: large / bookings }
      filter: { any: [{ field: client, op: isNotNull }, { field: client, op: isNull }] }`,
  [
    own('client', 'integer', 'clients'),
    own('branch', 'string', 'clients'),
    own('first_day', 'date', 'clients'),
    own('last_known', 'decimal', 'clients', 'known'),
    dimension(
      'size',
      'string',
      'expression: amount, bands: [{ value: small, from: 0, title: { en: S } }, { value: big, from: 150, title: { en: B } }]',
    ),
    dimension('branches', 'integer', 'per: { key: client, take: count }'),
  ],
  [
    measure('rows', 'kind: count'),
    measure('amount', 'kind: sum, expression: amount'),
    measure('balance', 'kind: sum, expression: balance'),
    measure('known', 'kind: sum, expression: known'),
    measure('large', 'kind: sum, expression: large'),
    measure('mean', 'kind: average, expression: mean_amount'),
    measure('spread', 'kind: stddev, expression: amount'),
    measure('latest', 'kind: max, expression: first_day', 'date'),
    measure('large_clients', 'kind: count_distinct, expression: client, where: large_share >= 0.5'),
    measure('per_row', 'kind: ratio, numerator: [{ measure: amount }], denominator: [{ measure: rows }]'),
    measure('twice', 'kind: derived, expression: amount * 2'),
  ],
  `    hierarchies: [{ name: h, title: { en: H }, levels: [branch, client] }]
    rules: [{ name: small, title: { en: Small only }, appliesTo: { groups: [juniors] }, where: amount < 150 }]
    masks: [{ name: sums, title: { en: Sums }, appliesTo: { groups: [juniors] }, columns: [{ table: clients, column: known }] }]`,
);
/** A query over a query. */
const BRANCHES = dataset(
  'branches',
  'query: { dataset: clients, dimensions: [branch], measures: [amount, rows, mean], having: { measure: rows, op: gt, values: [1] } }',
  [own('branch', 'string', 'branches')],
  [measure('branches', 'kind: count'), measure('mean_amount', 'kind: average, expression: amount')],
);
const SHORT = `SELECT client, branch, sum(amount) AS amount, avg(amount) AS mean_amount, min(day) AS first_day,
  sum(amount) FILTER (day = (SELECT max(day) FROM seen)) AS balance, count(*) FILTER (amount > 40) AS large, count(*) AS bookings FROM seen GROUP BY ALL`;
const rich = modelOf(BOOKINGS, CLIENTS, BRANCHES, EXAMPLE);
const JUNIOR = { reader: { roles: ['auditor'], groups: ['juniors'], attributes: {} } };
const of = (name: string, query: object, scope: Partial<Scope> = AUDITOR) =>
  rowsOf({ dataset: name, ...query }, scope, rich);

describe('a derived dataset', () => {
  it('has every kind of measure in its query and over it', async () => {
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
      expect(await of('clients', { dimensions: ['branch'], measures, totals: true }, scope)).toEqual(
        await sql(
          `SELECT branch, count(*), sum(amount), sum(balance), sum(large), avg(mean_amount), stddev_samp(amount), max(first_day)::VARCHAR,
           count(DISTINCT client) FILTER (large / bookings >= 0.5), sum(amount) / count(*), sum(amount) * 2 FROM (${SHORT}) GROUP BY 1 ORDER BY 1`,
          rule,
        ),
      );
    expect(await of('clients', { dimensions: ['branch'], measures: ['known'] })).toEqual(
      await sql(`SELECT branch, sum(balance) FROM (SELECT arg_max(branch, (day, id)) AS branch, arg_max(amount, (day, id)) AS balance
        FROM seen GROUP BY account) GROUP BY 1 ORDER BY 1`),
    );
  });

  it('has exact numbers as dimensions, values per key and buckets', async () => {
    expect(await of('clients', { dimensions: ['branches', 'size'], measures: ['rows'] })).toEqual(
      await sql(`SELECT n, CASE WHEN amount < 150 THEN 'small' ELSE 'big' END AS size, count(*) FROM (${SHORT})
        LEFT JOIN (SELECT client, count(*) AS n FROM (${SHORT}) WHERE client IS NOT NULL GROUP BY 1) USING (client) GROUP BY 1, 2 ORDER BY 1 NULLS LAST, 2 DESC`),
    );
    const { columns, rows } = await warehouse.ask(
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
      await sql(`SELECT known, count(*) FROM (SELECT client, branch, sum(amount) AS known FROM (SELECT arg_max(client, (day, id)) AS client,
        arg_max(branch, (day, id)) AS branch, arg_max(amount, (day, id)) AS amount FROM seen GROUP BY account) GROUP BY ALL)
        WHERE known >= 80.25 GROUP BY 1 ORDER BY 1`),
    );
    expect(rows.length).toBeGreaterThan(3);
  });

  it('is ranked, subtotaled, pivoted, compared and filtered like any other', async () => {
    const ranked = await of('clients', {
      dimensions: ['client'],
      measures: ['amount'],
      top: { dimension: 'client', measure: 'amount', n: 2 },
      order: [{ field: 'amount', direction: 'desc' }],
    });
    expect(ranked.map((row) => row.at(-1))).toEqual(
      (
        await sql(`SELECT sum(amount) FROM (SELECT amount, row_number() OVER (ORDER BY amount DESC) AS r FROM
        (SELECT client, sum(amount) AS amount FROM seen GROUP BY 1)) GROUP BY least(r, 3) ORDER BY least(r, 3)`)
      ).flat(),
    );
    expect(
      await of('clients', { dimensions: ['branch', 'size'], measures: ['mean'], subtotals: 'rollup' }),
    ).toHaveLength(10);
    const pivot = await of('clients', {
      dimensions: ['size', 'branch'],
      measures: ['rows'],
      pivot: { columns: ['branch'] },
    });
    expect(pivot.map((row) => row.slice(1))).toEqual(
      await sql(`SELECT count(*) FILTER (branch = 'b1'), count(*) FILTER (branch = 'b2'), count(*) FILTER (branch = 'b3')
        FROM (${SHORT}) GROUP BY amount < 150 ORDER BY amount < 150 DESC`),
    );
    const peers = { field: 'branch', op: 'in', values: ['b2', 'b3'] };
    const [[, value, count, , median]] = (await of('clients', {
      kind: 'benchmark',
      by: 'client',
      member: 3,
      measures: ['amount'],
      peers,
    })) as [[unknown, number, number, unknown, number]];
    expect([[value, count, median]]).toEqual(
      await sql(`SELECT (SELECT sum(amount) FROM seen WHERE client = 3), count(*), median(amount) FROM (SELECT client, sum(amount)::DOUBLE AS amount
        FROM (${SHORT}) GROUP BY 1 HAVING bool_or(branch IN ('b2', 'b3')) AND client IS NOT NULL)`),
    );
    const buckets = await of('clients', { kind: 'distribution', by: 'client', measure: 'amount', buckets: 4 });
    expect([[buckets.reduce((all, row) => all + Number(row[2]), 0)]]).toEqual(
      await sql('SELECT count(DISTINCT client) FROM seen'),
    );
    const filter = {
      all: [
        { field: 'size', op: 'in', values: ['big'] },
        { field: 'first_day', during: { since: '2024-03-01' } },
        { not: { field: 'client', op: 'in', values: [3] } },
      ],
    };
    expect(
      await of('clients', {
        dimensions: ['branch'],
        measures: ['rows', 'amount'],
        filter,
        having: { measure: 'rows', op: 'gt', values: [2] },
      }),
    ).toEqual(
      await sql(`SELECT branch, count(*), sum(amount) FROM (${SHORT}) WHERE amount >= 150 AND first_day >= '2024-03-01' AND client IS DISTINCT FROM 3
        GROUP BY 1 HAVING count(*) > 2 ORDER BY 1`),
    );
  });

  it('has periods that are compared, accumulated and filled', async () => {
    const query = {
      dataset: 'client_months',
      dimensions: [{ field: 'month', grain: 'month', fill: true }],
      measures: ['client_months', 'last_turnover'],
      calculations: [
        { name: 'before', kind: 'compare', measure: 'client_months', with: 'previous_period' },
        { name: 'to_date', kind: 'accumulate', measure: 'client_months', over: 'year' },
      ],
    };
    expect((await of('client_months', query)).map((row) => row.slice(0, 5))).toEqual(
      await sql(`SELECT month::VARCHAR, count(*), sum(amount), lag(count(*)) OVER (ORDER BY month), sum(count(*)) OVER (PARTITION BY year(month) ORDER BY month)
        FROM m GROUP BY m.month ORDER BY m.month`),
    );
    expect(await of('client_months', { measures: ['last_turnover'] })).toEqual(
      await sql('SELECT sum(amount) FROM m WHERE month = (SELECT max(month) FROM m)'),
    );
  });

  it('can be derived from another', async () => {
    const clients = `SELECT branch, sum(amount) AS amount, count(*) AS n FROM (${SHORT}) GROUP BY 1 HAVING count(*) > 1`;
    for (const [scope, rule] of [
      [AUDITOR, 'TRUE'],
      [CLERK, OWN],
      [JUNIOR, 'TRUE'],
    ] as const)
      expect(await of('branches', { measures: ['branches', 'mean_amount'] }, scope)).toEqual(
        await sql(
          `SELECT count(*), avg(amount) FROM (${scope === JUNIOR ? clients.replace('GROUP BY 1', 'WHERE amount < 150 GROUP BY 1') : clients})`,
          rule,
        ),
      );
  });
});

const BOOK = `
combined:
  - name: book
    title: { en: Book }
    description: { en: D }
    owner: Finance
    facts: [bookings, clients]
    shared: [branch]
    measures: [${measure('mean_of_both', 'kind: ratio, numerator: [{ measure: bookings_amount }], denominator: [{ measure: rows }]').trim().slice(2)}]`;
const context = (scope: Partial<Scope>) => ({
  model: rich,
  version: warehouse.versions.duckdb,
  scope: { tenant: 'alder', ...scope },
});
const explained = (dataset: string, measures: string[], scope: Partial<Scope>, dimensions: string[] = []) =>
  warehouse.engine.explanations.explain({
    ...context(scope),
    query: semanticQuery.parse({ dataset, dimensions, measures }) as AggregateQuery,
    measure: measures[0]!,
  });

describe('the rights of the source', () => {
  it('hold in its rows, and those of the derived dataset on top', async () => {
    const figures = 'SELECT branch, count(*), sum(amount) FROM';
    const query = { dimensions: ['branch'], measures: ['rows', 'amount'] };
    expect(await of('clients', query, JUNIOR)).toEqual(
      await sql(`${figures} (${SHORT}) WHERE amount < 150 GROUP BY 1 ORDER BY 1`),
    );
    expect(await of('clients', { ...query, measures: ['rows', 'known'] }, JUNIOR)).toEqual(
      await sql(`SELECT branch, count(*), NULL FROM (${SHORT}) WHERE amount < 150 GROUP BY 1 ORDER BY 1`),
    );
    const temp = { reader: { ...AUDITOR.reader, groups: ['temps'] } };
    expect(await of('clients', { dimensions: ['client'], measures: ['rows', 'amount'] }, temp)).toEqual(
      await sql('SELECT NULL, count(DISTINCT branch), sum(amount) FROM seen'),
    );
    expect(await of('clients', { measures: ['rows'] }, { reader: { roles: [], groups: [], attributes: {} } })).toEqual([
      [0],
    ]);
    const predicates = [{ dataset: 'bookings', filter: { field: 'branch', op: 'in' as const, values: ['b3'] } }];
    expect(await of('clients', { measures: ['rows'] }, { ...AUDITOR, predicates })).toEqual(
      await sql("SELECT count(*) FROM (SELECT DISTINCT client FROM seen WHERE branch = 'b3')"),
    );
    expect(await of('clients', { measures: ['rows'] }, { ...AUDITOR, tenant: 'birch' })).not.toEqual(
      await of('clients', { measures: ['rows'] }),
    );
  });

  it('divide plans and results, also where only a source of the source has any', async () => {
    const run = (scope: Partial<Scope>) =>
      warehouse.engine.queries.run({
        ...context(scope),
        query: semanticQuery.parse({ dataset: 'branches', measures: ['mean_amount'] }),
      });
    const [all, own] = [await run(AUDITOR), await run(CLERK)];
    expect(own.body).not.toBe(all.body);
    expect([all.read.restricted, own.read.restricted]).toEqual([false, true]);
    const plainModel = modelOf(BOOKINGS.replace(/ {4}rules:[^]+$/, ''), CLIENTS, BRANCHES);
    expect(
      (
        await warehouse.engine.queries.run({
          ...context(CLERK),
          model: plainModel,
          query: semanticQuery.parse({ dataset: 'branches', measures: ['mean_amount'] }),
        })
      ).body,
    ).toBe(all.body);
  });

  it('hold in a combined dataset', async () => {
    const both = modelOf(BOOKINGS, CLIENTS, BOOK);
    const query = {
      dataset: 'book',
      dimensions: ['branch'],
      measures: ['bookings', 'rows', 'mean_of_both'],
      totals: true,
    };
    for (const [scope, rule] of [
      [AUDITOR, 'TRUE'],
      [CLERK, OWN],
    ] as const)
      expect(await rowsOf(query, scope, both)).toEqual(
        await sql(
          `SELECT branch, sum(bookings), count(*), sum(amount) / count(*) FROM (${SHORT}) GROUP BY 1 ORDER BY 1`,
          rule,
        ),
      );
    const over = dataset(
      'branch_days',
      'query: { dataset: book, dimensions: [branch], measures: [bookings, rows, mean_of_both] }',
      [own('branch', 'string', 'branch_days')],
      [measure('best', 'kind: max, expression: mean_of_both'), measure('bookings', 'kind: sum, expression: bookings')],
    );
    expect(
      await rowsOf(
        { dataset: 'branch_days', measures: ['best', 'bookings'] },
        CLERK,
        modelOf(BOOKINGS, CLIENTS, over, BOOK),
      ),
    ).toEqual(
      await sql(
        `SELECT max(a), sum(n)::INT FROM (SELECT sum(amount) / count(*) AS a, sum(bookings) AS n FROM (${SHORT}) GROUP BY branch)`,
        OWN,
      ),
    );
  });

  it('follow the parameters, mappings and calendar of the tenant', async () => {
    const large = (scope: Partial<Scope>) => of('clients', { measures: ['large'] }, { ...AUDITOR, ...scope });
    expect(await large({ parameters: { least: 80 } })).toEqual(
      await sql('SELECT count(*) FROM seen WHERE amount > 80'),
    );
    expect(await large({})).not.toEqual(await large({ parameters: { least: 80 } }));
    const kinds = modelOf(
      BOOKINGS,
      dataset(
        'kinds',
        'query: { dataset: bookings, dimensions: [kind, { field: day, grain: fiscal_year }], measures: [bookings, of_cards] }',
        [own('kind', 'string', 'kinds'), own('year', 'date', 'kinds', 'day_fiscal_year')],
        [measure('kinds', 'kind: count'), measure('of_cards', 'kind: sum, expression: of_cards')],
      ),
    );
    const codes = new Map([['kind', [{ code: 'card', value: 'plastic', attributes: {}, from: null, until: null }]]]);
    const calendar = { timeZone: 'UTC', weekStart: 1, fiscalYearStart: 7 };
    const scope = {
      ...AUDITOR,
      calendar,
      mappings: { codes, versions: {} } as unknown as Scope['mappings'],
    } as Partial<Scope>;
    expect(
      await rowsOf({ dataset: 'kinds', dimensions: ['kind', 'year'], measures: ['of_cards'] }, scope, kinds),
    ).toEqual(
      await sql(`SELECT CASE WHEN kind = 'card' THEN 'plastic' ELSE 'unmapped' END, (date_trunc('year', day + INTERVAL 6 MONTH) - INTERVAL 6 MONTH)::DATE::VARCHAR,
        sum(amount) FILTER (kind = 'card') FROM seen GROUP BY 1, 2 ORDER BY 1, 2`),
    );
    const [behind] = queriesBehind(kinds, 'kinds');
    expect([behind!.fieldsFrom('kind'), behind!.fieldsFrom('of_cards'), behind!.query.dataset]).toEqual([
      ['kind'],
      ['of_cards'],
      'bookings',
    ]);
  });
});

const stepsOf = (...of: Parameters<typeof drillDown>) => drillDown(...of).steps;

describe('the way from a figure of a derived dataset', () => {
  it('leads to the columns, rules and masks of the source', async () => {
    const {
      lineage,
      accounts,
      rules,
      masks,
      tables,
      queries,
      sql: shown,
    } = await explained('branches', ['mean_amount'], CLERK);
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
    const large = await explained('clients', ['large_clients'], { reader: { ...AUDITOR.reader, groups: ['temps'] } });
    expect(large.masks.map(({ name }) => name)).toEqual(['clients']);
    expect(large.lineage.columns).toMatchObject([{ table: 'booking', column: 'client', masked: true }]);
    expect(large.settings.map(({ name }) => name)).toEqual(['least']);
  });

  it('leads to its rows, and from them to the source', async () => {
    const rows = rowsQuery.parse({
      query: { dataset: 'client_months', dimensions: ['town'], measures: ['mean_turnover'] },
      measure: 'mean_turnover',
      cell: [{ field: 'town', value: 'town 1' }],
      columns: ['client', 'month'],
      limit: 1000,
    });
    for (const version of Object.values(warehouse.versions)) {
      const answer = await warehouse.engine.queries.runRows({ ...context(CLERK), version, rows });
      const page = toQueryResult(answer, { dataVersion: 1, asOf: null, unmapped: [] }) as RowsResult;
      expect(numbers(page.rows.map((row) => [row[0], row[1], row[2]]))).toEqual(
        await sql("SELECT client, month::VARCHAR, amount FROM m WHERE town = 'town 1' ORDER BY 1, 2", OWN),
      );
      expect(numbers([[page.value, page.count]])).toEqual(
        await sql("SELECT avg(amount), count(*) FROM m WHERE town = 'town 1'", OWN),
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
      const behind = await rowsOf({ dataset: 'bookings', measures: ['bookings'], filter }, CLERK, rich);
      expect(Number(behind[0]![0])).toBeGreaterThan(0);
    }
  });

  it('leads down its hierarchies and to periods that rows have', async () => {
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
    expect(await of('clients', down!.query)).toHaveLength(30);
    const weeks = of('client_months', { dimensions: [{ field: 'month', grain: 'week' }], measures: ['large'] });
    await expect(weeks).rejects.toMatchObject({
      details: [{ field: 'dimensions.0.grain', message: expect.stringContaining('by month') as string }],
    });
  });

  it('leads to the source where a reader’s rights are in question', async () => {
    const request = { ...context(AUDITOR), dataset: 'clients', reader: CLERK.reader };
    const { rules } = await warehouse.engine.explanations.visibility({ ...request, row: null });
    expect(rules.map(({ name, applies }) => [name, applies])).toEqual([
      ['small', false],
      ['own', true],
    ]);
    const one = warehouse.engine.explanations.visibility({ ...request, row: { client: 3 } });
    await expect(one).rejects.toThrow(/Name a row of 'bookings'/);
  });
});

it('says what its source lacks where columns were not delivered', async () => {
  const states = dataset(
    'states',
    'query: { dataset: forms, dimensions: [state, as_of], measures: [late, institutions] }',
    [own('state', 'string', 'states'), own('as_of', 'date', 'states')],
    [
      measure('mean_late', 'kind: average, expression: late'),
      measure('mean_size', 'kind: average, expression: institutions'),
    ],
  );
  const forms = await openForms(COVERAGE, states);
  try {
    const { rows, meta } = await forms.ask({
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

it('says where the average balances of its rows have no prior year-end', async () => {
  const averaged = `${measure('own_average', 'kind: average_balance, measure: loans, with: prior_year_end, per: id')}${dataset(
    'states',
    'query: { dataset: forms, dimensions: [state, as_of], measures: [own_average] }',
    [own('as_of', 'date', 'states')],
    [measure('mean', 'kind: average, expression: own_average'), measure('states', 'kind: count')],
  )}`;
  const forms = await openForms(COVERAGE, averaged);
  try {
    const { rows, meta } = await forms.ask({ dataset: 'states', dimensions: ['as_of'], measures: ['mean', 'states'] });
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
  const over = dataset(
    'sums',
    'query: { dataset: bookings, dimensions: [client], measures: [amount] }',
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

it('shares passes with other queries of a report', async () => {
  const queries = [
    { dataset: 'clients', dimensions: ['branch'], measures: ['amount'], totals: true },
    { dataset: 'clients', dimensions: ['branch', 'size'], measures: ['rows', 'mean'] },
    { dataset: 'client_months', measures: ['mean_turnover'] },
  ];
  const requests = queries.map((query) => ({ ...context(CLERK), query: semanticQuery.parse(query) }));
  const together = await Promise.all(warehouse.engine.queries.runAll(requests));
  for (const [place, request] of requests.entries())
    expect(together[place]!.body).toBe((await warehouse.engine.queries.run(request)).body);
});

it('lists its rows', async () => {
  const query = {
    kind: 'rows',
    columns: ['client', 'month', 'last_turnover'],
    order: [{ field: 'client' }, { field: 'month' }],
    limit: 1000,
  };
  expect(await rowsOf(query, CLERK)).toEqual(
    await sql('SELECT client, month::VARCHAR, amount FROM m ORDER BY 1, 2', OWN),
  );
});

it('streams its rows', async () => {
  const { engine } = warehouse;
  const request = {
    ...context(CLERK),
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

it('is exchanged with other tools in an extension', () => {
  const { document, notes } = writeOssie(rich.model);
  expect(notes.filter(({ place }) => place === 'clients')).toHaveLength(1);
  expect(readOssie(JSON.stringify(document), 'bank.ossie.json').model).toEqual(rich.model);
});

describe('what is refused', () => {
  const issues = (...datasets: string[]) => {
    try {
      modelOf(BOOKINGS, ...datasets);
      return 'none';
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      return error.issues.map(({ path, message }) => `${path}: ${message}`).join('\n');
    }
  };
  const query = (
    text: string,
    { dimensions = [] as string[], measures = [measure('n', 'kind: count')], rest = '', name = 'x' } = {},
  ) => issues(dataset(name, `query: { ${text} }`, dimensions, measures, rest));
  const valid = 'dataset: bookings, dimensions: [client], measures: [amount]';

  it.each([
    ['dataset: gone, dimensions: [client]', /datasets.1.query.dataset: There is no dataset 'gone'/],
    ['dataset: bookings, dimensions: [clint]', /datasets.1.query.dimensions.0: There is no dimension 'clint'.*client/],
    ['dataset: bookings, dimensions: [client], measures: [gone]', /query.measures.0: There is no measure 'gone'/],
    ['dataset: bookings, dimensions: []', /query.dimensions: Write at least 1 entry/],
    [`${valid}, limit: 3`, /all groups of its query, so there is no 'limit' here. Leave it out/],
    [`${valid}, totals: true`, /no 'totals' here/],
    ['dataset: bookings, dimensions: [{ field: day, grain: month, fill: true }]', /no key 'fill' here/],
    [
      `${valid}, filter: { field: client, op: in, values: [a] }`,
      /query.filter.values.0: 'client' compares with a whole number/,
    ],
    [`${valid}, having: { measure: gone, op: gt, values: [1] }`, /query.having.measure: There is no measure 'gone'/],
    ['dataset: x, dimensions: [client]', /'x' is computed from itself: 'x' from 'x'. Take another dataset/],
  ])('in a query: %s', (text, message) => expect(query(text)).toMatch(message));

  it.each([
    [
      'an unknown column',
      { measures: [measure('n', 'kind: sum, expression: amout')] },
      /The query of 'x' has no column 'amout'. Did you mean 'amount'\? Its columns are client, amount/,
    ],
    [
      'a column of the source’s table',
      { dimensions: [own('kind', 'string', 'booking')] },
      /The table 'booking' is not part of 'x'/,
    ],
    [
      'a rollup',
      {
        rest: '    rollups: [{ name: r, dimensions: [client], measures: [n] }]',
        dimensions: [own('client', 'integer', 'x')],
      },
      /a rollup cannot store them. Add it to 'bookings'/,
    ],
    [
      'last known values',
      {
        dimensions: [own('client', 'integer', 'x'), dimension('day', 'date', "expression: DATE '2024-01-01'")],
        measures: [measure('n', 'kind: sum, expression: amount, over: { time: day, take: last, per: client }')],
      },
      /Last known values are those of a table's rows/,
    ],
    ['the name of a table', { name: 'client' }, /'client' is also a table of the model/],
  ])('in the dataset: %s', (_, parts, message) => expect(query(valid, parts)).toMatch(message));

  it('in a circle, in a long chain, with a table beside the query, and times', () => {
    const link = (name: string, source: string) =>
      dataset(name, `query: { dataset: ${source}, dimensions: [client] }`, [own('client', 'integer', name)], []);
    expect(issues(link('a', 'b'), link('b', 'c'), link('c', 'a'))).toMatch(
      /'a' is computed from itself: 'a' from 'b' from 'c' from 'a'/,
    );
    const chain = ['bookings', 'a', 'b', 'c', 'd', 'e', 'f'];
    const links = chain.slice(1).map((name, place) => link(name, chain[place]!));
    expect(issues(...links.slice(0, 5))).toBe('none');
    expect(issues(...links)).toMatch(/'f' is a query over queries, more than 5 of them/);
    expect(issues(dataset('x', `table: y\n    query: { ${valid} }`, [], []))).toMatch(
      /a 'table' or a 'query'. Leave one out/,
    );
    expect(issues(dataset('x', 'synonyms: []', [], []))).toMatch(
      /'table' is missing: write the name of the fact table, or a 'query'/,
    );
    const timed = BOOKINGS.replace('name: day, type: date', 'name: day, type: timestamp');
    expect(() => modelOf(timed, dataset('x', 'query: { dataset: bookings, dimensions: [day] }', [], []))).toThrow(
      /'day' is a time, and rows of a query have days/,
    );
  });

  it('by the types of the warehouse', async () => {
    const catalogue = await warehouse.engine.catalogs.read(warehouse.versions.duckdb);
    const text = (measures: string[], dimensions: string[] = []) =>
      [
        HEAD,
        BOOKINGS,
        dataset(
          'x',
          `query: { ${valid.replace(']', ', kind, mean_amount]').replace(', mean_amount]', ']').replace('[amount', '[amount, mean_amount')} }`,
          dimensions,
          measures,
        ),
      ].join('\n');
    const { readModel } = await import('../../src/documents/read-model.ts');
    const read =
      (measures: string[], dimensions: string[] = []) =>
      () =>
        readModel({ text: text(measures, dimensions), file: 'bank.yaml', catalogue });
    expect(read([measure('n', 'kind: sum, expression: kind')])).toThrow(/'sum' takes numbers, and this is a text/);
    expect(read([], [own('mean', 'decimal', 'x', 'mean_amount')])).toThrow(
      /'mean' is a number. Set its type to string, or CAST it AS decimal/,
    );
    expect(read([measure('n', 'kind: sum, expression: amount')], [own('amount', 'decimal', 'x')])).not.toThrow();
  });

  it('as a join of another dataset', () => {
    const joining = dataset(
      'other',
      'table: booking\n    joins: [{ table: x, on: [client] }]',
      [],
      [measure('n', 'kind: count')],
    );
    expect(issues(dataset('x', `query: { ${valid} }`, [], []), joining)).toMatch(
      /datasets.1.name: 'x' is also a table of the model. A dataset that is a query is no table and cannot be joined/,
    );
    expect(
      query(valid, {
        rest: '    joins: [{ table: client, on: [{ column: client, key: id }], relationship: one_to_one }]',
      }),
    ).toMatch(/Leave 'relationship' out/);
  });

  it('in a query that needs what its rows do not have', async () => {
    const invalid = of('clients', { dimensions: ['gone'], measures: ['rows'] });
    await expect(invalid).rejects.toBeInstanceOf(QueryError);
  });
});
