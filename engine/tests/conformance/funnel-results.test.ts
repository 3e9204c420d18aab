import { funnelQuery, model as modelSchema, semanticQuery, streamQuery } from '@rise/contract';
import type { Cell } from '@rise/contract';
import { tableFromIPC } from '@uwdata/flechette';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel } from '../../src/documents/read-model.ts';
import { Engine } from '../../src/engine.ts';
import type { Scope } from '../../src/plan/scope.ts';
import { toQueryResult } from '../../src/results/query-result.ts';
import type { StreamFormat } from '../../src/stream/stream-request.ts';
import type { WarehouseVersion } from '../../src/warehouses/warehouses.ts';
import { CYCLES, openForms } from '../support/changing-forms.ts';
import { numbers } from '../support/engine-pair.ts';
import { EVENT_MODEL, EVENTS, EVENT_TABLES, MICROSECONDS_OF_A_DAY } from '../support/events.ts';
import { funnelOf } from '../support/funnel-reference.ts';
import { guideExamples } from '../support/model-guide.ts';
import { generateWarehouse } from '../support/generated-warehouse.ts';
import type { GeneratedWarehouse } from '../support/generated-warehouse.ts';

const model = compileModel(parseModel(EVENT_MODEL, 'events.yaml'));
const AUDITOR = { roles: ['auditor'], groups: [], attributes: {} };
const CLERK = { roles: [], groups: [], attributes: { branch: ['north', 'south'] } };

let warehouse: GeneratedWarehouse;
beforeAll(async () => {
  warehouse = await generateWarehouse(EVENT_TABLES, '2025-03-31');
});
afterAll(() => warehouse.close());

const runQuery = (query: object, scope: Partial<Scope> = {}) =>
  warehouse.runQuery(model, { kind: 'funnel', dataset: 'events', ...query }, { reader: AUDITOR, ...scope });
const rowsOf = async (query: object, scope: Partial<Scope> = {}) => numbers((await runQuery(query, scope)).rows);
const kind = (...values: string[]) => ({ field: 'kind', op: 'in', values });

const STEPS = [
  { name: 'Visit', filter: kind('visit') },
  { name: 'Apply', filter: kind('apply') },
  { name: 'Fund', filter: kind('fund') },
];
const client = (...values: number[]) => ({ field: 'client', op: 'in', values });
const of = (values: number[], query: object = {}) => ({
  key: 'client',
  time: 'moment',
  steps: STEPS,
  filter: client(...values),
  ...query,
});
/** How many keys reached each step. */
const reached = async (query: object, scope: Partial<Scope> = {}) =>
  (await rowsOf(query, scope)).map((row) => row.at(-4));

describe('the rights of a reader', () => {
  it('filter the rows of every step', async () => {
    const clerk = (...branch: string[]) => ({ reader: { roles: [], groups: [], attributes: { branch } } });
    expect(await reached(of([903, 904], { sameTime: true }), clerk('north'))).toEqual([1, 1, 1]);
    expect(await reached(of([903, 904], { sameTime: true }), clerk('south'))).toEqual([2, 0, 0]);
    expect(await reached(of([903, 904], { sameTime: true }), clerk())).toEqual([0, 0, 0]);
  });

  it('exclude masked keys and other tenants’ rows', async () => {
    const temp = { reader: { roles: ['auditor'], groups: ['temps'], attributes: {} } };
    const all = { key: 'client', time: 'day', steps: STEPS };
    expect(await reached(all, temp)).toEqual([0, 0, 0]);
    const [alder, birch] = [await reached(all), await reached(all, { tenant: 'birch' })];
    const visitors = (tenant: string) =>
      new Set(
        EVENTS.filter((event) => event.tenant === tenant && event.kind === 'visit' && event.client !== null).map(
          (event) => event.client,
        ),
      ).size;
    expect([alder[0], birch[0]]).toEqual([visitors('alder'), visitors('birch')]);
  });

  it('are listed by title in the explanation, with the columns of key, time and steps', async () => {
    const request = {
      model,
      version: warehouse.versions.duckdb,
      scope: { tenant: 'alder', reader: { ...CLERK, groups: ['temps'] } },
      query: funnelQuery.parse({
        kind: 'funnel',
        dataset: 'events',
        ...of([901], { by: 'region', within: { days: 3 } }),
        steps: [{ name: 'any' }, { name: 'large', filter: { field: 'large', op: 'in', values: [true] } }],
      }),
    };
    const { fields, steps, rules, masks, tables, sql, within } = warehouse.engine.explanations.explainFunnel(request);
    expect(fields.map(({ as, name, expression, columns }) => [as, name, expression, columns])).toEqual([
      ['key', 'client', 'event.client', [expect.objectContaining({ column: 'client', masked: true })]],
      ['time', 'moment', 'event.happened', [expect.objectContaining({ column: 'happened', masked: false })]],
      ['by', 'region', 'branch.region', [expect.objectContaining({ table: 'branch', column: 'region' })]],
    ]);
    expect(steps.map(({ name, columns }) => [name, columns.map(({ column }) => column)])).toEqual([
      ['any', []],
      ['large', ['amount']],
    ]);
    expect([rules, masks]).toEqual([
      [{ name: 'own', title: { en: 'Own branch' } }],
      [{ name: 'clients', title: { en: 'Clients' } }],
    ]);
    expect(tables).toMatchObject([{ dataset: 'events', table: 'event', joins: ['branch'], rollup: null }]);
    expect([sql.includes('row rule: Own branch'), sql.includes('north'), within]).toEqual([true, false, { days: 3 }]);
    await expect(warehouse.engine.explanations.explain({ ...request, measure: 'reached' })).rejects.toThrow(
      'POST /api/v1/query/funnel-explanation',
    );
  });
});

describe('a funnel’s result', () => {
  const query = { kind: 'funnel', dataset: 'events', ...of([901, 903], { by: 'client' }) };
  const streamed = async (format: StreamFormat, version: WarehouseVersion) => {
    const { parts } = warehouse.engine.queries.stream({
      model,
      version,
      scope: { tenant: 'alder', reader: AUDITOR },
      query: streamQuery.parse(query),
      format: () => format,
    });
    const chunks: Uint8Array[] = [];
    for await (const chunk of parts) chunks.push(chunk);
    return Buffer.concat(chunks);
  };

  it('is streamed as CSV and Arrow', async () => {
    const { rows } = await runQuery(query);
    const csv = { kind: 'csv', delimiter: ',', decimalComma: false, bom: false, cutNote: null } as const;
    for (const version of Object.values(warehouse.versions)) {
      const text = (
        await streamed({ ...csv, titles: ['Client', 'Step', 'Reached', 'a', 'b', 'c'] }, version)
      ).toString();
      const [head, ...lines] = text.trimEnd().split('\r\n');
      expect(head).toBe('Client,Step,Reached,a,b,c');
      expect(lines.map((line) => line.split(','))).toEqual(rows.map((row) => row.map((cell) => String(cell ?? ''))));
      expect(tableFromIPC(await streamed({ kind: 'arrow' }, version)).numRows).toBe(rows.length);
    }
  });

  it('is cached by its steps, and is the same in a batch of queries', async () => {
    const engine = new Engine({ cacheBytes: 1_000_000 });
    const other = { ...query, steps: [STEPS[0], STEPS[2]] };
    const requests = [query, { dataset: 'events', measures: ['events'] }, other].map((item) => ({
      model,
      version: warehouse.versions.duckdb,
      scope: { tenant: 'alder', reader: AUDITOR },
      query: semanticQuery.parse(item),
    }));
    try {
      const results = await Promise.all(engine.queries.runAll(requests));
      const rows = results.map((item) => toQueryResult(item, { dataVersion: 1, asOf: null, unmapped: [] }).rows);
      expect([rows[0], rows[2]]).toEqual([(await runQuery(query)).rows, (await runQuery(other)).rows]);
      expect((await engine.queries.run(requests[0]!)).cache).toBe('hit');
      const changed = semanticQuery.parse({ ...query, steps: [{ ...STEPS[0], filter: kind('other') }, STEPS[1]] });
      expect((await engine.queries.run({ ...requests[0]!, query: changed })).cache).toBe('miss');
    } finally {
      await engine.close();
    }
  });
});

describe('a funnel of groups', () => {
  // The months of clients, as rows of a dataset of their own.
  const months = compileModel(
    modelSchema.parse({
      ...model.model,
      datasets: [
        ...model.model.datasets,
        {
          name: 'months',
          title: { en: 'Months' },
          description: { en: 'D' },
          owner: 'Sales',
          query: {
            dataset: 'events',
            dimensions: ['client', 'kind', { field: 'day', grain: 'month' }],
            measures: ['events'],
          },
          entity: { key: 'client', name: 'kind' },
          dimensions: [
            { name: 'client', title: { en: 'C' }, type: 'integer', column: { table: 'months', column: 'client' } },
            { name: 'kind', title: { en: 'K' }, type: 'string', column: { table: 'months', column: 'kind' } },
            { name: 'month', title: { en: 'M' }, type: 'date', column: { table: 'months', column: 'day_month' } },
          ],
          measures: [
            { name: 'rows', kind: 'count', title: { en: 'R' }, definition: { en: 'D' }, format: { unit: 'count' } },
          ],
        },
      ],
    }),
  );

  it('is ordered by period, and respects the source dataset’s rights', async () => {
    const steps = [STEPS[0], STEPS[2]];
    for (const reader of [AUDITOR, CLERK]) {
      const query = { kind: 'funnel', dataset: 'months', time: 'month', steps };
      const { rows } = await warehouse.runQuery(months, query, { reader });
      const seen = EVENTS.filter(
        ({ tenant, branch, client: key }) =>
          tenant === 'alder' && key !== null && (reader === AUDITOR || CLERK.attributes.branch.includes(branch ?? '')),
      );
      const clients = [...new Set(seen.map((event) => event.client))];
      const monthsOf = (key: number | null, of: string) =>
        seen.filter((event) => event.client === key && event.kind === of).map(({ at }) => at.slice(0, 7)).toSorted(); // prettier-ignore
      const started = clients.filter((key) => monthsOf(key, 'visit').length > 0);
      const funded = started.filter((key) => (monthsOf(key, 'fund').at(-1) ?? '') > monthsOf(key, 'visit')[0]!);
      expect(rows.map((row) => row[1])).toEqual([started.length, funded.length]);
      expect(funded.length).toBeGreaterThan(0);
    }
  });
});

describe('missing data', () => {
  it('is reported for unmapped codes in the rows of any step', async () => {
    const query = semanticQuery.parse({
      kind: 'funnel',
      dataset: 'events',
      ...of([901, 902], { steps: [STEPS[0], { name: 'North', filter: { field: 'branch', op: 'in', values: ['north'] } }] }), // prettier-ignore
    });
    const rows = EVENTS.filter(({ client: key }) => key === 901 || key === 902);
    for (const version of Object.values(warehouse.versions)) {
      const request = { model, version, scope: { tenant: 'alder', reader: AUDITOR }, query };
      expect(await warehouse.engine.unmapped.countRows({ ...request, fields: ['kind'] })).toEqual({
        rows: rows.length,
        unmapped: [rows.filter((event) => event.kind === 'other').length],
        figures: [],
      });
    }
  });

  it('is reported for undelivered columns, from the start of the filter on', async () => {
    const forms = await openForms();
    const [first, , third] = CYCLES;
    try {
      const { meta, rows } = await forms.runQuery({
        kind: 'funnel',
        key: 'id',
        time: 'as_of',
        steps: [{ name: 'any' }, { name: 'designated', filter: { field: 'designated', op: 'in', values: [1] } }],
        filter: { field: 'as_of', op: 'in', values: [first] },
      });
      expect(meta.unavailable).toMatchObject([{ column: 'designated', measure: null, dates: [first, CYCLES[1]] }]);
      const later = `EXISTS (SELECT 1 FROM t later WHERE later.id = t.id AND later.cycle > t.cycle AND later.low_income = 1)`;
      expect(rows.map((row) => [row[1]])).toEqual(
        numbers([
          ...(await forms.plain(`SELECT count(DISTINCT id) FROM t WHERE cycle = DATE '${first}'`)),
          ...(await forms.plain(`SELECT count(DISTINCT id) FROM t WHERE cycle = DATE '${first}' AND ${later}`)),
        ]),
      );
      const since = { field: 'as_of', during: { since: third } };
      const none = { kind: 'funnel', key: 'id', time: 'as_of', steps: [{ name: 'a' }, { name: 'b' }], filter: since };
      expect((await forms.runQuery({ ...none, by: 'designated' })).meta.unavailable).toEqual([]);
    } finally {
      await forms.close();
    }
  });
});

it('is the example of the documentation', async () => {
  const { rows } = await warehouse.runQuery(model, JSON.parse(guideExamples('Funnels', 'json')[0]) as object, {
    reader: AUDITOR,
  });
  const expected = funnelOf(
    EVENTS.filter(({ tenant }) => tenant === 'alder').map((event) => ({
      key: event.client,
      time: event.micros,
      member: `${event.at.slice(0, 7)}-01`,
      steps: ['visit', 'apply', 'fund'].map((name) => event.kind === name),
      starts: event.at >= '2025-01-01' && event.at < '2025-04-01',
    })),
    { steps: 3, within: 14 * MICROSECONDS_OF_A_DAY, sameTime: false, unitsOfADay: MICROSECONDS_OF_A_DAY },
    true,
  );
  const counted = (all: Cell[][]) => numbers(all.map((row) => row.filter((_, place) => place !== 1)));
  expect(counted(rows)).toEqual(counted(expected));
  expect(rows.slice(0, 3).map((row) => row[1])).toEqual(['Visit', 'Application', 'Loan']);
});
