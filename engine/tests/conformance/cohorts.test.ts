import { rowsQuery, semanticQuery } from '@rise/contract';
import type { AggregateQuery, RowsResult } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel } from '../../src/documents/read-model.ts';
import { ModelError, QueryError } from '../../src/errors.ts';
import { toQueryResult } from '../../src/results/query-result.ts';
import type { Scope } from '../../src/plan/scope.ts';
import { AUDITOR, bookingsText, CLERK, openClientBookings, OWN } from '../support/client-bookings.ts';
import type { ClientBookings } from '../support/client-bookings.ts';
import { numbers } from '../support/engine-pair.ts';
import type { GeneratedWarehouse } from '../support/generated-warehouse.ts';
import { guideExamples } from '../support/model-guide.ts';
import { measure, modelText } from '../support/model-text.ts';

const [yaml] = guideExamples('Values per key and cohorts', 'yaml');
const [json] = guideExamples('Values per key and cohorts', 'json');
const DIMENSIONS = yaml
  .replace('dimensions:\n', '')
  .replaceAll(/^/gm, '    ')
  .replaceAll(/^ {6}- \{ /gm, '      - { title: { en: T }, ')
  .replaceAll(/^ {6}- name/gm, '      - title: { en: T }\n        name')
  .replaceAll(', … }', ' }')
  .trimEnd();

const text = ({ dimensions = DIMENSIONS, more = [] as string[] } = {}) =>
  modelText('bank', [
    bookingsText({
      dimensions: [dimensions],
      measures: [
        measure('bookings', 'kind: count', 'count'),
        measure('clients', 'kind: count_distinct, expression: client', 'count'),
        measure('amount', 'kind: sum, expression: amount', 'count'),
        measure('balance', 'kind: sum, expression: amount, over: { time: day, take: last }', 'count'),
        measure(
          'known',
          'kind: sum, expression: amount, over: { time: day, take: last, per: account, order: id }',
          'count',
        ),
        measure('first_day', 'kind: min, expression: day', 'date'),
      ],
      more,
    }),
  ]);

const model = compileModel(parseModel(text(), 'bank.yaml'));
let bookings: ClientBookings;
let warehouse: GeneratedWarehouse;
beforeAll(async () => {
  bookings = await openClientBookings();
  ({ warehouse } = bookings);
});
afterAll(() => bookings.close());

const rowsOf = async (query: object, scope: Partial<Scope> = AUDITOR, of = model) =>
  numbers((await warehouse.runQuery(of, { dataset: 'bookings', ...query }, scope)).rows);
/** Plain SQL over `seen`, the tenant's rows that a reader may see, each with what is computed per key as `k`. */
const sql = (select: string, rule = 'TRUE') =>
  bookings.plain(`WITH seen AS (SELECT * FROM booking WHERE tenant_id = 'alder' AND ${rule}),
    of_client AS (SELECT client, min(day) AS joined, count(*) FILTER (WHERE kind = 'loan') AS loans FROM seen WHERE client IS NOT NULL GROUP BY 1),
    of_account AS (SELECT account, bool_or(kind = 'card') AS has_card FROM seen GROUP BY 1),
    k AS (SELECT seen.*, joined, loans, has_card, date_diff('month', joined, day) AS since
      FROM seen LEFT JOIN of_client USING (client) LEFT JOIN of_account USING (account)) ${select}`);
const joined = { field: 'joined', grain: 'quarter' };
const COHORTS = `SELECT date_trunc('quarter', joined)::date::varchar, since, count(DISTINCT client),
  count(DISTINCT client) / first(count(DISTINCT client)) OVER (PARTITION BY date_trunc('quarter', joined) ORDER BY since NULLS LAST)
  FROM k GROUP BY date_trunc('quarter', joined), since ORDER BY 1 NULLS LAST, 2 NULLS LAST`;

describe('the example in the documentation', () => {
  const query = JSON.parse(json) as { dimensions: object[] };

  it.each([
    ['all rows', AUDITOR, 'TRUE'],
    ['the rows that the reader may see', CLERK, OWN],
  ])('is computed from %s', async (_, scope, rule) => {
    const known = (rows: unknown[][]) => rows.filter(([cohort]) => cohort !== null);
    const rows = await rowsOf(query, scope);
    expect(known(rows)).toEqual(known(await sql(COHORTS, rule)));
    expect(known(rows).length).toBeGreaterThan(20);
  });

  it('does not depend on the filter, except that there is no share if the filter excludes the first period', async () => {
    const filter = { field: 'day', during: { since: '2024-07-01' } };
    const rows = await rowsOf({ ...query, measures: ['clients'], filter });
    const late = await sql(`SELECT date_trunc('quarter', joined)::date::varchar, since, count(DISTINCT client) FROM k
      WHERE day >= '2024-07-01' GROUP BY ALL ORDER BY 1 NULLS LAST, 2 NULLS LAST`);
    expect(rows.map((row) => row.slice(0, 3))).toEqual(late);
    expect(rows.filter(([cohort]) => cohort === '2024-01-01').every((row) => row[3] === null)).toBe(true);
  });

  it('is right with subtotals, with a top N and as a pivot', async () => {
    const subtotals = await rowsOf({ ...query, subtotals: [['joined_quarter'], []] });
    expect(subtotals.filter((row) => row[3] === 'all').map((row) => [row[0], row[4], row[5]])).toEqual(
      await sql(`SELECT date_trunc('quarter', joined)::date::varchar, count(DISTINCT client), NULL FROM k
          GROUP BY GROUPING SETS ((date_trunc('quarter', joined)), ()) ORDER BY grouping(date_trunc('quarter', joined)), 1 NULLS LAST`),
    );
    const bySince = await rowsOf({ ...query, subtotals: [['months_since']] });
    expect(bySince.filter((row) => row[2] === 'all' && row[1] !== null).map((row) => [row[1], row[3], row[4]])).toEqual(
      await sql(`SELECT since, count(DISTINCT client), count(DISTINCT client)::double / (SELECT count(DISTINCT client) FROM k WHERE since = 0)
          FROM k WHERE since IS NOT NULL GROUP BY since ORDER BY since`),
    );
    const pivot = await rowsOf({ ...query, measures: [], pivot: { columns: ['months_since'] } });
    const plainRows = await sql(COHORTS);
    expect(pivot[0]![2]).toBe(plainRows.find(([cohort, since]) => cohort === pivot[0]![0] && since === 1)?.[3] ?? null);
    const top = { dimension: 'loans_held', measure: 'bookings', n: 1 };
    expect(await rowsOf({ dimensions: ['loans_held'], measures: ['bookings'], top })).toEqual(
      await sql(`SELECT CASE WHEN other THEN NULL ELSE band END, CASE WHEN other THEN 'other' ELSE 'member' END, count(*) FROM (
        SELECT band, row_number() OVER (ORDER BY count(*) DESC) > 1 AS other FROM (SELECT ${band()} AS band FROM k) GROUP BY 1) JOIN
        (SELECT ${band()} AS band FROM k) USING (band) GROUP BY 1, 2 ORDER BY 2`),
    );
  });
});

/** The bucket of a client's number of loans; bookings without a client have none, so they are left out. */
function band() {
  return "CASE WHEN loans IS NULL THEN 'none known' WHEN loans < 1 THEN 'none' WHEN loans < 3 THEN 'few' ELSE 'many' END";
}

describe('a value per key', () => {
  it('groups, filters and divides like any other dimension', async () => {
    expect(
      await rowsOf({ dimensions: ['has_card'], measures: ['amount', 'clients', 'balance', 'known'] }),
    ).toHaveLength(2);
    expect(await rowsOf({ dimensions: ['has_card'], measures: ['amount', 'clients'], totals: true })).toEqual(
      await sql('SELECT has_card, sum(amount), count(DISTINCT client) FROM k GROUP BY 1 ORDER BY 1'),
    );
    const filter = {
      all: [
        { field: 'has_card', op: 'in', values: [true] },
        { field: 'loans_held', op: 'in', values: ['few', 'many'] },
        { not: { field: 'joined', during: { since: '2024-06-01' } } },
      ],
    };
    expect(await rowsOf({ dimensions: ['town'], measures: ['bookings', 'first_day'], filter }, CLERK)).toEqual(
      await sql(
        `SELECT town, count(*), min(day)::varchar FROM k LEFT JOIN client ON client.id = client AND client.tenant_id = k.tenant_id
         WHERE has_card AND loans >= 1 AND joined < '2024-06-01' GROUP BY 1 ORDER BY 1 NULLS LAST`.replace(
          'client.id = client',
          'client.id = k.client',
        ),
        OWN,
      ),
    );
  });

  it('is empty where its key is masked', async () => {
    const temp = { reader: { ...AUDITOR.reader, groups: ['temps'] } };
    expect(await rowsOf({ dimensions: ['joined', 'loans_held'], measures: ['clients'] }, temp)).toEqual([
      [null, null, 0],
    ]);
  });

  it('follows the tenant’s calendar', async () => {
    const calendar = { timeZone: 'UTC', weekStart: 7, fiscalYearStart: 1 };
    const dimensions = `${DIMENSIONS}\n      - { name: weeks, title: { en: W }, type: integer, since: { from: joined, to: day, grain: week } }`;
    const of = compileModel(parseModel(text({ dimensions }), 'bank.yaml'));
    expect(await rowsOf({ dimensions: ['weeks'], measures: ['bookings'] }, { ...AUDITOR, calendar }, of)).toEqual(
      await sql(`SELECT date_diff('day', date_trunc('week', joined + 1) - INTERVAL 1 DAY, date_trunc('week', day + 1) - INTERVAL 1 DAY) // 7,
        count(*) FROM k GROUP BY 1 ORDER BY 1 NULLS LAST`),
    );
  });

  it('supports comparisons of members and drill-through', async () => {
    const benchmark = { kind: 'benchmark', by: 'client', member: 3, measures: ['amount'] };
    const few = { field: 'loans_held', op: 'in', values: ['few'] };
    const [[, , peers]] = (await rowsOf({ ...benchmark, peers: few })) as [[unknown, unknown, number]];
    expect([[peers]]).toEqual(await sql('SELECT count(DISTINCT client) FROM k WHERE loans IN (1, 2)'));
    const rows = rowsQuery.parse({
      query: { dataset: 'bookings', dimensions: ['has_card'], measures: ['amount'] },
      measure: 'amount',
      cell: [{ field: 'has_card', value: true }],
      columns: ['id', 'joined'],
      limit: 1000,
    });
    for (const version of Object.values(warehouse.versions)) {
      const scope = { tenant: 'alder', ...CLERK };
      const answer = await warehouse.engine.queries.runRows({ model, version, scope, rows });
      const page = toQueryResult(answer, { dataVersion: 1, asOf: null, unmapped: [] }) as RowsResult;
      expect(numbers(page.rows.map((row) => row.slice(0, 2)))).toEqual(
        await sql('SELECT id, joined::varchar FROM k WHERE has_card ORDER BY id', OWN),
      );
    }
  });

  it('is explained without the conditions of row rules', async () => {
    const query = semanticQuery.parse({ dataset: 'bookings', dimensions: ['joined'], measures: ['bookings'] });
    const { sql: shown, rules } = await warehouse.engine.explanations.explain({
      model,
      version: warehouse.versions.duckdb,
      scope: { tenant: 'alder', ...CLERK },
      query: query as AggregateQuery,
      measure: 'bookings',
    });
    expect(rules.map(({ name }) => name)).toEqual(['own']);
    expect(shown.match(/row rule: Own branch/g)).toHaveLength(2);
    expect(shown).not.toContain('"booking"."branch"');
  });
});

describe('is rejected', () => {
  const issues = (dimensions: string, ...more: string[]) => {
    try {
      compileModel(
        parseModel(
          text({ dimensions: `${DIMENSIONS}\n      - { title: { en: T }, ${dimensions} }`, more }),
          'bank.yaml',
        ),
      );
      return 'none';
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      return error.issues.map(({ message }) => message).join('\n');
    }
  };
  it.each([
    ['name: x, type: integer, per: { key: gone, take: count }', /There is no dimension 'gone'/],
    ['name: x, type: integer, per: { key: joined, take: count }', /'joined' is not a column of rows/],
    ['name: x, type: boolean, per: { key: client, take: any }', /Add 'where'/],
    ['name: x, type: string, per: { key: client, take: count }', /'count' has the type integer/],
    ['name: x, type: integer, per: { key: client, take: sum }', /either a column or an expression/],
    ['name: x, type: integer, expression: amount, per: { key: client, take: count }', /without a column or expression/],
    ['name: x, type: integer, expression: client.id, per: { key: account, take: sum }', /several rows may share/],
    ['name: x, type: integer, since: { from: town, to: day, grain: month }', /'town' is not a date/],
    ['name: x, type: date, since: { from: joined, to: day, grain: month }', /has the type integer/],
  ])('in a dimension: %s', (line, message) => expect(issues(line)).toMatch(message));

  it('in rollups, snapshot dates and last known values, which are the same for every reader', () => {
    const other = 'name: x, type: integer, expression: id';
    const rollup = 'rollups: [{ name: r, dimensions: [months_since], measures: [bookings] }]';
    expect(issues(other, rollup)).toMatch(/'months_since' is computed from the rows that each reader may see/);
    expect(issues(other, 'snapshots: joined')).toMatch(/'joined' is computed per key or between dates/);
  });

  it('in queries', async () => {
    const retention = (since: string) => ({ name: 'r', kind: 'retention', measure: 'clients', since });
    const runQuery = (query: object, scope: Partial<Scope> = AUDITOR) =>
      rowsOf(query, scope).catch((error: unknown) => error);
    const refused = await runQuery({ dimensions: [joined], calculations: [retention('months_since')] });
    expect((refused as QueryError).details[0]).toMatchObject({ field: 'calculations.0.since' });
    const rule = { dataset: 'bookings', filter: { field: 'has_card', op: 'in' as const, values: [true] } };
    const circular = await runQuery({ measures: ['bookings'] }, { ...AUDITOR, predicates: [rule] });
    expect(circular).toBeInstanceOf(QueryError);
    expect((circular as QueryError).details[0]!.message).toMatch(/cannot depend on 'has_card'/);
  });
});
