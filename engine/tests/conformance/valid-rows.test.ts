import { rowsQuery, semanticQuery } from '@rise/contract';
import type { RowsResult } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkKeys } from '../../src/checks/keys.ts';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel, readModel } from '../../src/documents/read-model.ts';
import { ModelError } from '../../src/errors.ts';
import { countedOnce } from '../../src/model/row-grain.ts';
import type { ReaderOf } from '../../src/plan/scope.ts';
import { toQueryResult } from '../../src/results/query-result.ts';
import { generateWarehouse } from '../support/generated-warehouse.ts';
import type { GeneratedWarehouse } from '../support/generated-warehouse.ts';
import { guideExamples } from '../support/model-guide.ts';

const measure = (name: string, what: string) =>
  `      - { name: ${name}, ${what}, title: { en: ${name} }, definition: { en: D }, format: { unit: number } }`;

/** The example of the documentation. */
const [GUIDE] = guideExamples('Slowly changing dimensions and rates of the day', 'yaml');
const [JOINS, DIMENSIONS, GUIDE_MEASURES] = GUIDE.split(/^\w+:\n/m).slice(1) as [string, string, string];
const indented = (lines: string) => lines.replaceAll(/^/gm, '    ').trimEnd();

const MEASURES = [
  ...GUIDE_MEASURES.split('\n').flatMap((line) => {
    const [, name, what] = /\{ name: (\w+), (.+), … \}/.exec(line) ?? [];
    return name === undefined ? [] : [measure(name, what!)];
  }),
  measure('bookings', 'kind: count'),
  measure('desks', 'kind: sum, expression: branch_history.desks'),
  measure('mean_desks', 'kind: average, expression: branch_history.desks'),
  measure('rates', 'kind: sum, expression: rate.rate'),
  measure('north', 'kind: count, where: "branch_history.region = \'north\'"'),
  measure('desk_area', 'kind: sum, expression: region.area * branch_history.desks'),
  measure('standing', 'kind: sum, expression: amount, over: { time: day, take: last }'),
  measure('known', 'kind: sum, expression: amount, over: { time: day, take: last, per: branch }'),
];

const MORE = `
  - { table: region, to: branch_history, on: [{ column: region, key: name }] }
`;
const text = ({ joins = JOINS + MORE.slice(1), measures = MEASURES, rest = '' } = {}) => `
name: bank
title: { en: Bank }
description: { en: D }
datasets:
  - name: bookings
    title: { en: Bookings }
    description: { en: D }
    owner: Finance
    table: booking
    joins:
${indented(joins)}
    dimensions:
${indented(DIMENSIONS)}
      - { name: branch, type: string, title: { en: B }, column: { table: booking, column: branch_id } }
      - { name: day, type: date, title: { en: D }, column: { table: booking, column: day } }
      - { name: id, type: integer, title: { en: I }, column: { table: booking, column: id } }
      - { name: quoted, type: date, title: { en: Q }, column: { table: rate, column: quoted_on } }
      - { name: country, type: string, title: { en: C }, column: { table: region, column: country } }
      - { name: since, type: date, expression: day, per: { key: region, take: min }, title: { en: S } }
    measures:
${measures.join('\n')}
${rest}`;

type Cell = string | number | null;
const insert = (table: string, ...rows: Cell[][]) =>
  `INSERT INTO ${table} VALUES ${rows.map((row) => `('alder', ${row.map((cell) => (typeof cell === 'string' ? `'${cell}'` : String(cell))).join(', ')})`).join(', ')}`;
const BOOKINGS: Cell[][] = [
  [1, 'a', '2024-01-01', 'USD', 100],
  [2, 'a', '2024-06-30', 'USD', 200],
  [3, 'a', '2024-07-01', 'CHF', 300],
  [4, 'a', '2025-03-01', 'USD', 400],
  [5, 'b', '2024-06-30', 'GBP', 500],
  [6, 'b', '2025-06-30', 'USD', 600],
  [7, 'c', '2024-06-30', 'USD', 700],
  [8, 'd', null, 'USD', 800],
  [9, null, '2024-07-01', null, 900],
  [10, 'b', '2024-06-29', 'CHF', null],
];
const HISTORY: Cell[][] = [
  // Branch a moved on 1 July 2024, b was closed at the end of 2024; c has a day on which nothing is valid.
  ['a', null, '2024-06-30', 'north', 4, 'open'],
  ['a', '2024-07-01', null, 'south', 5, 'open'],
  ['b', '2020-01-01', '2024-12-31', 'north', 6, 'open'],
  ['c', '2024-07-01', '2024-12-31', 'south', 7, 'open'],
  ['d', null, null, 'south', 8, 'open'],
  // Never valid: it ends before it begins.
  ['a', '2024-05-01', '2024-04-30', 'west', 99, 'open'],
  // Overlaps, but does not satisfy the condition of the join.
  ['b', '2024-01-01', null, 'draft', 99, 'draft'],
];
const RATES: Cell[][] = [
  ['USD', '2024-06-28', 0.5],
  ['USD', '2024-06-20', 0.25],
  ['USD', '2025-06-01', 2],
  ['CHF', '2024-07-01', 4],
  ['GBP', '2024-07-01', 8],
  [null, '2024-06-28', 16],
  ['USD', null, 32],
];
const SIZES: Cell[][] = [
  ['small', null, 200],
  ['middle', 200, 600],
  ['large', 600, null],
];
const TABLES = [
  'CREATE TABLE booking (tenant_id VARCHAR, id BIGINT, branch_id VARCHAR, day DATE, currency VARCHAR, amount DECIMAL(12, 2))',
  'CREATE TABLE branch_history (tenant_id VARCHAR, branch_id VARCHAR, valid_from DATE, valid_until DATE, region VARCHAR, desks BIGINT, status VARCHAR)',
  'CREATE TABLE rate (tenant_id VARCHAR, code VARCHAR, quoted_on DATE, rate DECIMAL(12, 4))',
  'CREATE TABLE size_band (tenant_id VARCHAR, name VARCHAR, least DECIMAL(12, 2), most DECIMAL(12, 2))',
  'CREATE TABLE region (tenant_id VARCHAR, name VARCHAR, country VARCHAR, area BIGINT)',
  insert('booking', ...BOOKINGS),
  insert('branch_history', ...HISTORY),
  insert('rate', ...RATES),
  insert('size_band', ...SIZES),
  insert('region', ['north', 'X', 10], ['south', 'Y', 20]),
  "INSERT INTO branch_history VALUES ('birch', 'a', NULL, NULL, 'SECRET', 7777, 'open'), ('birch', 'c', NULL, NULL, 'SECRET', 7777, 'open')",
  "INSERT INTO rate VALUES ('birch', 'USD', '2024-06-29', 7777), ('birch', 'GBP', '2024-06-29', 7777)",
  "INSERT INTO booking VALUES ('birch', 99, 'a', '2024-06-30', 'USD', 7777)",
];

const model = compileModel(parseModel(text(), 'bank.yaml'));
let warehouse: GeneratedWarehouse;
beforeAll(async () => {
  warehouse = await generateWarehouse(TABLES);
});
afterAll(() => warehouse.close());

const readerOf = (...roles: string[]): ReaderOf => ({ roles, groups: [], attributes: {} });
const number = (cell: unknown) => (typeof cell === 'string' && /^-?[\d.]+$/.test(cell) ? Number(cell) : cell);
async function rowsOf(query: object, of = model, roles: string[] = []) {
  const scope = { reader: readerOf(...roles) };
  const { rows, totals } = await warehouse.ask(of, { dataset: 'bookings', ...query }, scope);
  return [...rows, ...(totals ? [totals] : [])].map((row) => row.map(number));
}
const in_ = (field: string, ...values: (string | number)[]) => ({ field, op: 'in', values });

describe('the row that is valid', () => {
  it('is that of the date, with open ends, gaps and a condition', async () => {
    expect(await rowsOf({ dimensions: ['id', 'region'], measures: ['bookings'] })).toEqual([
      [1, 'north', 1],
      [2, 'north', 1],
      [3, 'south', 1],
      [4, 'south', 1],
      [5, 'north', 1],
      [6, null, 1],
      [7, null, 1],
      [8, null, 1],
      [9, null, 1],
      [10, 'north', 1],
    ]);
  });

  it('is the latest one up to the date, for as long as it applies', async () => {
    expect(await rowsOf({ dimensions: ['id', 'quoted'], measures: ['in_euros'] })).toEqual([
      [1, null, null],
      [2, '2024-06-28', 100],
      [3, '2024-07-01', 1200],
      [4, null, null],
      [5, null, null],
      [6, null, null],
      [7, '2024-06-28', 350],
      [8, null, null],
      [9, null, null],
      [10, null, null],
    ]);
  });

  it('is that of a range of numbers, without a key', async () => {
    expect(await rowsOf({ dimensions: ['size'], measures: ['bookings', 'amount'] })).toEqual([
      ['large', 4, 3000],
      ['middle', 4, 1400],
      ['small', 1, 100],
      [null, 1, null],
    ]);
  });

  it('is grouped, filtered and reached through chains', async () => {
    const measures = ['amount', 'north'];
    expect(await rowsOf({ dimensions: ['region', 'country'], measures, totals: true })).toEqual([
      ['north', 'X', 800, 4],
      ['south', 'Y', 700, 0],
      [null, null, 3000, 0],
      [null, null, 4500, 4],
    ]);
    expect(await rowsOf({ measures, filter: in_('country', 'Y') })).toEqual([[700, 0]]);
    expect(await rowsOf({ dimensions: ['today'], measures: ['amount'] })).toEqual([
      ['south', 1800],
      [null, 2700],
    ]);
  });

  it('counts once in its figures, however many rows share it', async () => {
    const measures = ['desks', 'mean_desks', 'rates'];
    expect(await rowsOf({ dimensions: ['region'], measures, totals: true })).toEqual([
      ['north', 10, 5, 0.5],
      ['south', 5, 5, 4],
      [null, null, null, 0.5],
      [null, 15, 5, 4.5],
    ]);
    expect(await rowsOf({ measures: ['desk_area'] })).toEqual([[10 * 10 + 5 * 20]]);
    const once = countedOnce(model).map(({ measure: name, table }) => [name, table]);
    expect(once).toEqual([
      ['desks', 'branch_history'],
      ['mean_desks', 'branch_history'],
      ['rates', 'rate'],
      ['desk_area', 'branch_history'],
    ]);
  });

  it('is right in subtotals, a top, a pivot, comparisons and conditions on measures', async () => {
    expect(await rowsOf({ dimensions: ['country', 'branch'], measures: ['desks'], subtotals: 'rollup' })).toEqual([
      ['X', 'a', 'member', 'member', 4],
      ['X', 'b', 'member', 'member', 6],
      ['X', null, 'member', 'all', 10],
      ['Y', 'a', 'member', 'member', 5],
      ['Y', null, 'member', 'all', 5],
      [null, 'b', 'member', 'member', null],
      [null, 'c', 'member', 'member', null],
      [null, 'd', 'member', 'member', null],
      [null, null, 'member', 'member', null],
      [null, null, 'member', 'all', null],
      [null, null, 'all', 'all', 15],
    ]);
    const top = { dimension: 'region', measure: 'amount', n: 1 };
    expect(await rowsOf({ dimensions: ['region'], measures: ['amount', 'desks'], top })).toEqual([
      [null, 'member', 3000, null],
      [null, 'other', 1500, 15],
    ]);
    const having = { measure: 'desks', op: 'gt', values: [5] };
    expect(await rowsOf({ dimensions: ['region'], measures: ['amount'], having, totals: true })).toEqual([
      ['north', 800],
      [null, 800],
    ]);
    const benchmark = { kind: 'benchmark', by: 'region', member: 'south', measures: ['amount', 'in_euros'] };
    const { rows } = await warehouse.ask(model, { dataset: 'bookings', ...benchmark });
    expect(rows.map(([name, value, peers]) => [name, number(value), peers])).toEqual([
      ['amount', 700, 2],
      ['in_euros', 1200, 2],
    ]);
  });

  it('belongs to balances, last known values and values per key', async () => {
    expect(await rowsOf({ dimensions: ['region'], measures: ['standing', 'known'] })).toEqual([
      ['north', null, null],
      ['south', null, 400],
      [null, 600, 1300],
    ]);
    expect(await rowsOf({ dimensions: ['since'], measures: ['bookings'] })).toEqual([
      ['2024-01-01', 4],
      ['2024-07-01', 2],
      [null, 4],
    ]);
  });

  it('is listed with the rows behind a figure', async () => {
    const rows = rowsQuery.parse({
      query: { dataset: 'bookings', dimensions: ['region'], measures: ['desks'] },
      measure: 'desks',
      cell: [{ field: 'region', value: 'north' }],
      columns: ['id'],
    });
    for (const version of Object.values(warehouse.versions)) {
      const answer = await warehouse.engine.queries.runRows({ model, version, scope: { tenant: 'alder' }, rows });
      const page = toQueryResult(answer, { dataVersion: 1, asOf: null, unmapped: [] }) as RowsResult;
      expect([page.count, Number(page.value)]).toEqual([4, 10]);
      expect(page.rows.map((row) => row.map(number))).toEqual([[1, 4, 4], [2, 4, 4], [5, 6, 6], [10, 6, 6]]); // prettier-ignore
    }
  });

  it('can be that of a time', async () => {
    const joins = '  - { table: shift, on: [desk], valid: { at: called, from: began, until: ended, ends: exclusive, type: timestamp } }\n  - { table: note, on: [desk], latest: { at: called, by: written, type: timestamp } }\n'; // prettier-ignore
    const timed = `
name: calls
title: { en: C }
description: { en: D }
datasets:
  - name: calls
    title: { en: C }
    description: { en: D }
    owner: Ops
    table: call
    joins:
${indented(joins)}
    dimensions:
      - { name: person, type: string, title: { en: P }, column: { table: shift, column: person } }
      - { name: note, type: string, title: { en: N }, column: { table: note, column: text } }
    measures:
${measure('calls', 'kind: count')}
`;
    const tables = [
      'CREATE TABLE call (tenant_id VARCHAR, desk BIGINT, called TIMESTAMP)',
      'CREATE TABLE shift (tenant_id VARCHAR, desk BIGINT, began TIMESTAMP, ended TIMESTAMP, person VARCHAR)',
      'CREATE TABLE note (tenant_id VARCHAR, desk BIGINT, written TIMESTAMP, text VARCHAR)',
      insert('call', [1, '2025-01-01 08:59:59'], [1, '2025-01-01 09:00:00'], [1, '2025-01-02 03:00:00'], [2, '2025-01-01 09:00:00']), // prettier-ignore
      insert('shift', [1, null, '2025-01-01 09:00:00', 'Ada'], [1, '2025-01-01 09:00:00', null, 'Bo']),
      insert('note', [1, '2025-01-01 08:59:58', 'n1'], [1, '2025-01-01 09:00:00', 'n2']),
    ];
    const own = await generateWarehouse(tables);
    try {
      const { rows } = await own.ask(compileModel(parseModel(timed, 'calls.yaml')), {
        dataset: 'calls',
        dimensions: ['person', 'note'],
        measures: ['calls'],
      });
      expect(rows).toEqual([
        ['Ada', 'n1', 1],
        ['Bo', 'n2', 2],
        [null, null, 1],
      ]);
    } finally {
      await own.close();
    }
  });
});

const GUARDED = `    rules:
      - { name: northern, title: { en: North }, appliesTo: { roles: [clerk] }, where: "branch_history.region = 'north'" }
      - { name: sized, title: { en: Small }, appliesTo: { roles: [teller] }, where: "size_band.name = 'small'" }
    masks:
      - { name: regions, title: { en: R }, appliesTo: { roles: [blind] }, columns: [{ table: branch_history, column: region }] }
      - { name: starts, title: { en: S }, appliesTo: { roles: [timeless] }, columns: [{ table: branch_history, column: valid_from }] }
      - { name: days, title: { en: D }, appliesTo: { roles: [dayless] }, columns: [{ table: booking, column: day }] }
      - { name: quotes, title: { en: Q }, appliesTo: { roles: [quoteless] }, columns: [{ table: rate, column: quoted_on }] }`;

describe('rights and valid rows', () => {
  const guarded = compileModel(parseModel(text({ rest: GUARDED }), 'bank.yaml'));

  it('apply a rule to the row that was valid', async () => {
    expect(await rowsOf({ dimensions: ['branch'], measures: ['bookings'] }, guarded, ['clerk'])).toEqual([
      ['a', 2],
      ['b', 2],
    ]);
    expect(await rowsOf({ measures: ['bookings', 'amount'] }, guarded, ['teller'])).toEqual([[1, 100]]);
  });

  it('mask a column, and all columns where it decides which row is valid', async () => {
    const query = { measures: ['amount', 'desks', 'in_euros', 'north'] };
    expect(await rowsOf(query, guarded, ['blind'])).toEqual([[4500, 15, 1650, 0]]);
    expect(await rowsOf(query, guarded, ['timeless'])).toEqual([[4500, null, 1650, 0]]);
    expect(await rowsOf(query, guarded, ['dayless'])).toEqual([[4500, null, null, 0]]);
    expect(await rowsOf(query, guarded, ['quoteless'])).toEqual([[4500, 15, null, 4]]);
    // A rule sees what a mask hides.
    expect(await rowsOf({ measures: ['bookings'] }, guarded, ['dayless', 'clerk'])).toEqual([[4]]);
  });

  it('are explained in words', async () => {
    const query = semanticQuery.parse({ dataset: 'bookings', measures: ['in_euros'], dimensions: ['region', 'size'] });
    const scope = { tenant: 'alder', reader: readerOf('dayless') };
    const request = { model: guarded, version: warehouse.versions.duckdb, scope, query, measure: 'in_euros' };
    const { lineage, tables, masks } = await warehouse.engine.explanations.explain(request);
    expect(lineage.columns.map(({ table, masked }) => [table, masked])).toEqual([
      ['booking', false],
      ['rate', true],
    ]);
    expect(masks.map(({ name }) => name)).toEqual(['days']);
    expect(tables[0]!.joins).toEqual(['branch_history', 'rate', 'size_band']);
    const { tables: seen } = await warehouse.engine.explanations.explain({
      ...request,
      scope: { tenant: 'alder', reader: readerOf() },
    });
    expect(seen[0]!.roles.map(({ name, where, valid }) => [name, where, valid?.en])).toEqual([
      [
        'branch_history',
        "branch_history.status = 'open'",
        'valid on booking.day: from valid_from until valid_until (inclusive)',
      ],
      ['rate', null, 'latest by quoted_on, up to booking.day, for 7 days at most'],
      ['size_band', null, 'valid at booking.amount: from least until most (exclusive)'],
    ]);
    expect(seen[0]!.roles[1]!.valid!.tr).toBe('booking.day itibarıyla quoted_on sırasında sonuncu, en çok 7 gün');
  });

  it('show ad-hoc SQL the rows that are valid for visible facts', async () => {
    const ask = async (sql: string, ...roles: string[]) => {
      const answers = [];
      for (const version of Object.values(warehouse.versions)) {
        const scope = { tenant: 'alder', reader: readerOf(...roles) };
        const answer = await warehouse.engine.adHocSql.run({ model: guarded, version, scope, sql, limit: 100 });
        answers.push((JSON.parse(`{${answer.body}}`) as { rows: unknown[][] }).rows.map((row) => row.map(number)));
      }
      for (const other of answers) expect(other).toEqual(answers[0]);
      return answers[0];
    };
    const history = 'SELECT branch_id, region FROM branch_history ORDER BY 1, 2';
    // Also the rows that are valid now, in the other role.
    expect(await ask(history, 'clerk')).toEqual([['a', 'north'], ['a', 'south'], ['b', 'north']]); // prettier-ignore
    expect(await ask(history, 'teller')).toEqual([['a', 'north'], ['a', 'south']]); // prettier-ignore
    expect(await ask('SELECT name FROM size_band ORDER BY 1', 'teller')).toEqual([['small']]);
    expect(await ask('SELECT code, rate FROM rate ORDER BY 1', 'clerk')).toEqual([['USD', 0.5]]);
    expect(await ask('SELECT count(*) FROM rate')).toEqual([[7]]);
  });
});

describe('a model with valid rows', () => {
  const issuesOf = (yaml: string, catalogue: Parameters<typeof readModel>[0]['catalogue'] = null) => {
    try {
      readModel({ text: yaml, file: 'bank.yaml', catalogue });
    } catch (error) {
      if (error instanceof ModelError) return error.issues.map(({ path, message }) => `${path}: ${message}`);
      throw error;
    }
    return [];
  };
  const join = (what: string) => text({ joins: `${JOINS}${MORE.slice(1)}  - { table: rate, as: other, ${what} }\n` });
  const at = 'datasets.0.joins.5';

  it.each([
    ['on: []', `${at}.on: Name the columns that both tables have as 'on'.`],
    [
      'valid: { at: day, from: quoted_on, until: quoted_on }, latest: { at: day, by: quoted_on }',
      `${at}.latest: A join takes the valid row or the latest one. Leave 'valid' or 'latest' out.`,
    ],
    [
      'relationship: one_to_one, latest: { at: day, by: quoted_on }',
      `${at}.relationship: Without 'on', all rows share the rows of the joined table. Leave 'relationship' out.`,
    ],
    [
      'latest: { at: amount, by: rate, type: number, carry: { days: 3 } }',
      `${at}.latest.carry: 'carry' counts days, so it needs the type 'date'. Leave one of them out.`,
    ],
    ['latest: { at: day }', `${at}.latest.by: 'by' is missing: write a text.`],
    [
      'valid: { at: day, from: quoted_on, until: quoted_on, ends: open }',
      `${at}.valid.ends: 'open' is not possible here. Write one of 'inclusive', 'exclusive'.`,
    ],
  ])('%s: is rejected with the remedy', (what, message) => {
    expect(issuesOf(join(what))).toContain(message);
  });

  it('is checked against the columns and their types', async () => {
    const catalogue = await warehouse.engine.catalogs.read(warehouse.versions.duckdb);
    expect(issuesOf(text(), catalogue)).toEqual([]);
    expect(issuesOf(join('latest: { at: dy, by: quotd_on }'), catalogue)).toEqual([
      `${at}.latest.at: The table 'booking' has no column 'dy'. Did you mean 'day'?`,
      `${at}.latest: The table 'rate' has no column 'quotd_on'. Did you mean 'quoted_on'?`,
    ]);
    expect(issuesOf(join('valid: { at: amount, from: quoted_on, until: rate }'), catalogue)).toEqual([
      `${at}.valid: 'booking.amount' is an exact number, but with the type 'date' it has to be a day. Name another column, or set the type of all of them.`,
      `${at}.valid: 'other.rate' is an exact number, but with the type 'date' it has to be a day or a time. Name another column, or set the type of all of them.`,
    ]);
    expect(issuesOf(join('latest: { at: day, by: quoted_on, type: number }'), catalogue)[0]).toBe(
      `${at}.latest: 'booking.day' is a day, but with the type 'number' it has to be a number. Name another column, or set the type of all of them.`,
    );
  });

  const keyIssues = async (joins: string) => {
    const other = parseModel(text({ joins }), 'bank.yaml');
    const found = await Promise.all(
      Object.values(warehouse.versions).map((version) =>
        warehouse.engine.catalogs.repeatedKeys({ model: other, version, tenant: 'alder' }),
      ),
    );
    const issue = (path: readonly PropertyKey[], message: string) => ({ file: '', line: null, column: null, path: path.join('.'), message }); // prettier-ignore
    const [first, ...others] = found.map((repeated) =>
      checkKeys(other, repeated, issue).map(
        ({ path, message }) => `${path}: ${message.replaceAll(/(\d)\.0+(?=\D)/g, '$1')}`,
      ),
    );
    for (const item of others) expect(item).toEqual(first);
    return first;
  };
  const all = JOINS + MORE.slice(1);

  it('has rows of a key that do not overlap', async () => {
    expect(await keyIssues(all)).toEqual([]);
    expect(await keyIssues(all.replace("where: status = 'open',", ''))).toEqual([
      "datasets.0.joins.0.valid: One value of branch_id has rows of 'branch_history' that overlap, such as 'b': one is valid from 2020-01-01 until 2024-12-31, another from 2024-01-01 on. A row of the dataset would be counted for each of them. If rows end where the next ones begin, set ends: exclusive. Otherwise correct them, or add a condition as 'where'.",
    ]);
    expect(await keyIssues(all.replace('ends: exclusive, ', ''))).toEqual([
      "datasets.0.joins.2.valid: Rows of 'size_band' overlap, such as one is valid from 200 until 600, another from 600 on. A row of the dataset would be counted for each of them. If rows end where the next ones begin, set ends: exclusive. Otherwise correct them, or add a condition as 'where'.",
    ]);
    const twice = all.replace('by: quoted_on', 'by: rate, type: number').replace('at: day, by: rate', 'at: amount, by: rate').replace(', carry: { days: 7 }', ''); // prettier-ignore
    expect(await keyIssues(twice)).toEqual([]);
    const once = all.replace('key: code }], latest', 'key: code }], relationship: one_to_one, latest');
    expect(await keyIssues(once)).toEqual([
      "datasets.0.joins.1.relationship: 2 values of currency occur in several rows of 'booking', so the join to 'rate' is not one to one. Leave 'relationship' out: each row of 'rate' then counts once.",
    ]);
  });

  it('has one latest row for each key and date', async () => {
    const joins = `${all}  - { table: branch_history, as: newest, on: [branch_id], latest: { at: day, by: valid_until } }\n  - { table: rate, as: any_rate, latest: { at: day, by: quoted_on } }\n`; // prettier-ignore
    expect(await keyIssues(joins)).toEqual([
      "datasets.0.joins.6.latest: 2 values of quoted_on occur in several rows of 'rate', so it is unclear which of them is the latest. Add the columns that identify its rows to 'on', or a condition as 'where'.",
    ]);
  });
});
