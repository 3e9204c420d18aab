import { aggregateQuery, rowsQuery, semanticQuery } from '@rise/contract';
import type { Cell } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel } from '../../src/documents/read-model.ts';
import { numbers } from '../support/engine-pair.ts';
import { generateWarehouse } from '../support/generated-warehouse.ts';
import type { GeneratedWarehouse } from '../support/generated-warehouse.ts';
import { LEDGER_MODEL, ledgerModel, ledgerTables } from '../support/ledger.ts';
import type { Balance, Booking, Rate } from '../support/ledger.ts';
import { guideExamples } from '../support/model-guide.ts';

/** No rates on Saturday 4 and Sunday 5 January, nor from 15 to 24 January: longer than they are carried. */
const RATED = [2, 3, 6, 7, 8, 9, 10, 13, 14, 27, 28, 29, 30, 31];
const date = (day: number) => `2025-01-${String(day).padStart(2, '0')}`;
const RATES: Rate[] = [
  ...RATED.flatMap((day) => [
    { code: 'USD', day: date(day), rate: 1.02 + day / 1000 },
    { code: 'TRY', day: date(day), rate: 36.5 + day / 10 },
  ]),
  { code: 'USD', day: '2025-02-03', rate: 1.0274 },
  { code: 'TRY', day: '2025-02-03', rate: 36.9471 },
  // The base itself, which the table may have.
  { code: 'EUR', day: date(2), rate: 1 },
];
const CODES = ['EUR', 'USD', 'TRY'];
const BOOKINGS: Booking[] = Array.from({ length: 90 }, (_, index) => ({
  day: date(2 + ((index * 5) % 14) + (index % 4 === 0 && index > 60 ? 15 : 0)),
  branch: index % 4 === 0 ? 'South' : 'North',
  currency: CODES[index % 3]!,
  account: 1 + (index % 3),
  // In whole cents: engines round numbers with more decimal places differently as they store them.
  amount: index === 7 ? null : Math.round(1000 + index * 337) / 100,
  fee: index + 0.5,
})).filter(({ day, currency }) => day <= date(17) || day >= date(27) || currency === 'USD');
const BALANCES: Balance[] = [
  { day: date(3), branch: 'North', currency: 'USD', account: 1, amount: 1000 },
  { day: date(8), branch: 'North', currency: 'EUR', account: 2, amount: 500 },
  { day: date(30), branch: 'North', currency: 'USD', account: 1, amount: 1200 },
  { day: date(30), branch: 'South', currency: 'TRY', account: 3, amount: 70_000 },
];

/** Units of a currency for one euro, of the last rate of the three days before. */
function perEuro(code: string | null, day: string): number | null {
  if (code === 'EUR') return 1;
  const known = RATES.filter((rate) => rate.code === code && rate.day <= day).toSorted((a, b) =>
    a.day < b.day ? 1 : -1,
  );
  const [last] = known;
  return last && (Date.parse(day) - Date.parse(last.day)) / 86_400_000 <= 3 ? last.rate : null;
}
const converted = (amount: number, from: string | null, to: string, day: string): number | null => {
  if (from === to) return amount;
  const [own, target] = [perEuro(from, day), perEuro(to, day)];
  return own === null || target === null ? null : (amount / own) * target;
};
/** Null as soon as one is. */
const total = (all: readonly (number | null)[]): number | null =>
  all.length === 0 || all.includes(null) ? null : all.reduce<number>((sum, item) => sum + item!, 0);

let warehouse: GeneratedWarehouse;
const model = ledgerModel();
beforeAll(async () => {
  warehouse = await generateWarehouse(ledgerTables({ bookings: BOOKINGS, rates: RATES, balances: BALANCES }), date(31));
});
afterAll(() => warehouse.close());

const ask = (query: object, currency = 'EUR') => warehouse.ask(model, { dataset: 'bookings', ...query }, { currency });
const RATED_DAYS = { field: 'day', during: { since: date(2), until: date(17) } };
const inRange = ({ day }: Booking) => day <= date(17);
const groupsOf = <T>(rows: readonly T[], keyOf: (row: T) => Cell) =>
  [...new Set(rows.map(keyOf))].toSorted().map((key) => [key, rows.filter((row) => keyOf(row) === key)] as const);
const amounts = (rows: readonly Booking[], to: string) =>
  total(rows.filter((row) => row.amount !== null).map((row) => converted(row.amount!, row.currency, to, row.day)));
const fees = (rows: readonly Booking[], to: string) => total(rows.map((row) => converted(row.fee, 'TRY', to, row.day)));

describe('amounts at the rate of their day', () => {
  it.each(['EUR', 'USD', 'TRY'])('are the same as converted one by one to %s, at every level', async (to) => {
    const measures = ['amount', 'fee', 'net', 'fee_share', 'per_booking', 'gross', 'mean', 'largest', 'middle'];
    const { rows, totals, columns, meta } = await ask(
      { dimensions: ['branch'], measures, filter: RATED_DAYS, totals: true },
      to,
    );
    const figures = (list: readonly Booking[]): Cell[] => {
      const [amount, fee] = [amounts(list, to)!, fees(list, to)!];
      const single = list
        .filter((row) => row.amount !== null)
        .map((row) => converted(row.amount!, row.currency, to, row.day)!)
        .toSorted((a, b) => a - b);
      const middle = (single[Math.floor((single.length - 1) / 2)]! + single[Math.ceil((single.length - 1) / 2)]!) / 2;
      const ratios = [fee / amount, amount / list.length, amount + fee, amount / single.length];
      return [amount, fee, amount - fee, ...ratios, single.at(-1)!, middle];
    };
    const used = BOOKINGS.filter(inRange);
    const expected = groupsOf(used, ({ branch }) => branch).map(([key, list]) => [key, ...figures(list)]);
    expect(numbers(rows)).toEqual(numbers(expected));
    expect(numbers([totals!])).toEqual(numbers([[null, ...figures(used)]]));
    expect(meta.uncomputed).toEqual([]);
    expect(columns.map(({ format }) => format?.currency)).toEqual([
      undefined,
      to,
      to,
      to,
      undefined,
      to,
      to,
      to,
      to,
      to,
    ]);
  });
});

const cells = (rows: readonly Cell[][]) => numbers(rows);
const monthOf = (day: string) => `${day.slice(0, 7)}-01`;
const month = { field: 'day', grain: 'month' };
const ofMonths = [{ field: 'day', during: { since: date(2), until: date(31) } }];

describe('groups', () => {
  const used = BOOKINGS.filter(inRange);
  const sum = (list: readonly Booking[]) => amounts(list, 'EUR');
  const by = (keyOf: (row: Booking) => Cell) => groupsOf(used, keyOf).map(([key, list]) => [key, sum(list)] as Cell[]);

  it('have subtotals, a pivot, a top N with the others, and conditions in the target currency', async () => {
    const query = { dimensions: ['branch', 'currency'], measures: ['amount'], filter: RATED_DAYS };
    const subtotals = await ask({ ...query, subtotals: [['branch'], []] });
    const of = (branch: string | null, currency: string | null) =>
      sum(used.filter((row) => (branch ?? row.branch) === row.branch && (currency ?? row.currency) === row.currency));
    const found = subtotals.rows.map((row) => [row[0]!, row[1]!, row.at(-1)!]);
    expect(cells(found)).toEqual(
      cells(found.map(([branch, currency]) => [branch!, currency!, of(branch as string, currency as string)])),
    );
    const pivot = await ask({ ...query, pivot: { columns: ['currency'], totals: true } });
    expect(cells(pivot.rows)).toEqual(
      cells(['North', 'South'].map((key) => [key, ...['EUR', 'TRY', 'USD', null].map((code) => of(key, code))])),
    );
    expect(pivot.columns.slice(1).map(({ format }) => format?.currency)).toEqual(['EUR', 'EUR', 'EUR', 'EUR']);
    const top = await ask({
      dimensions: ['currency'],
      measures: ['amount'],
      filter: RATED_DAYS,
      top: { dimension: 'currency', measure: 'amount', n: 1 },
    });
    const best = [...CODES].toSorted((a, b) => of(null, b)! - of(null, a)!);
    expect(cells(top.rows.map((row) => [row[0]!, row.at(-1)!]))).toEqual(
      cells([
        [best[0]!, of(null, best[0]!)],
        [null, of(null, best[1]!)! + of(null, best[2]!)!],
      ]),
    );
    const limit = (of(null, 'USD')! + of(null, 'TRY')!) / 2;
    const having = { measure: 'amount', op: 'lt', values: [limit.toFixed(4)] };
    const passing = await ask({
      dimensions: ['currency'],
      measures: ['amount'],
      filter: RATED_DAYS,
      having,
      totals: true,
    });
    expect(cells(passing.rows)).toEqual(cells([['TRY', of(null, 'TRY')]]));
    expect(cells([passing.totals!])).toEqual(cells([[null, of(null, 'TRY')]]));
  });

  it('have custom measures, calculations and comparisons of members', async () => {
    const { rows, columns } = await ask({
      dimensions: [{ field: 'day', grain: 'week' }],
      measures: ['amount', 'dollars', 'dollar_share'],
      customMeasures: [
        {
          name: 'dollars',
          kind: 'filtered',
          measure: 'amount',
          filter: { field: 'currency', op: 'in', values: ['USD'] },
        },
        { name: 'dollar_share', kind: 'formula', expression: 'dollars / amount' },
      ],
      calculations: [
        { name: 'share', kind: 'share', measure: 'amount' },
        { name: 'before', kind: 'compare', measure: 'amount', with: 'previous_period', show: 'change' },
        { name: 'to_date', kind: 'accumulate', measure: 'amount', over: 'year' },
        { name: 'moving', kind: 'moving_average', measure: 'amount', last: 2 },
      ],
      filter: RATED_DAYS,
    });
    const weekOf = (day: string) => (day < date(6) ? '2024-12-30' : day < date(13) ? date(6) : date(13));
    const weeks = groupsOf(used, ({ day }) => weekOf(day));
    const values = weeks.map(([, list]) => sum(list)!);
    const all = sum(used)!;
    expect(cells(rows)).toEqual(
      cells(
        weeks.map(([key, list], index) => {
          const [amount, dollars] = [values[index]!, sum(list.filter(({ currency }) => currency === 'USD'))!];
          const before = index === 0 ? null : values[index - 1]!;
          const toDate = values.slice(0, index + 1).reduce((one, other) => one + other, 0);
          const moving = before === null ? amount : (amount + before) / 2;
          return [key, amount, dollars, dollars / amount, amount / all, before && amount - before, toDate, moving];
        }),
      ),
    );
    expect(columns.find(({ name }) => name === 'dollars')?.format?.currency).toBe('EUR');
    const benchmark = await ask({
      kind: 'benchmark',
      by: 'branch',
      member: 'South',
      measures: ['amount'],
      filter: RATED_DAYS,
    });
    expect(Number(benchmark.rows[0]![1])).toBeCloseTo(by(({ branch }) => branch)[1]![1] as number, 6);
  });

  it('have medians weighted by another column', async () => {
    const { rows } = await ask({ dimensions: ['branch'], measures: ['weighted'], filter: RATED_DAYS });
    const medianOf = (list: readonly Booking[]) => {
      const values = list
        .filter(({ amount }) => amount !== null)
        .map((row) => ({ value: converted(row.amount!, row.currency, 'EUR', row.day)!, weight: row.fee }))
        .toSorted((a, b) => a.value - b.value);
      const half = values.reduce((sum, { weight }) => sum + weight, 0) / 2;
      let below = 0;
      return values.find(({ weight }) => (below += weight) > half)!.value;
    };
    expect(cells(rows)).toEqual(
      cells(groupsOf(used, ({ branch }) => branch).map(([key, list]) => [key, medianOf(list)] as Cell[])),
    );
  });

  it('are those of a query that names another currency', async () => {
    const { rows, columns } = await ask({ measures: ['amount'], filter: RATED_DAYS, currency: 'TRY' });
    expect(cells(rows)).toEqual(cells([[amounts(used, 'TRY')]]));
    expect(columns[0]!.format?.currency).toBe('TRY');
  });
});

describe('amounts without a rate', () => {
  it('have no figure, and the result names the currency and the first day', async () => {
    const { rows, totals, meta } = await ask({ dimensions: ['currency'], measures: ['amount', 'rows'], totals: true });
    const all = groupsOf(BOOKINGS, ({ currency }) => currency);
    expect(cells(rows)).toEqual(cells(all.map(([key, list]) => [key, amounts(list, 'EUR'), list.length])));
    expect([...rows, totals!].map((row) => row[1] === null)).toEqual([false, false, true, true]);
    // The rate of 14 January holds until the 17th.
    const unrated = BOOKINGS.filter(({ day, currency }) => currency === 'USD' && day > date(17) && day < date(27));
    const day = unrated.map((row) => row.day).toSorted()[0];
    expect(meta.uncomputed).toEqual([{ column: 'amount', reason: 'missing_rate', currencies: ['USD'], day }]);
  });

  it('are not left out of shares, averages of periods and formulas either', async () => {
    const unrated = { field: 'day', during: { since: date(13), until: date(25) } };
    const late = await warehouse.ask(
      ledgerModel(),
      {
        dataset: 'bookings',
        dimensions: [{ field: 'day', grain: 'day' }],
        measures: ['gross', 'net'],
        calculations: [
          { name: 'share', kind: 'share', measure: 'amount' },
          { name: 'moving', kind: 'moving_average', measure: 'amount', last: 5 },
        ],
        filter: unrated,
      },
      { currency: 'GBP' },
    );
    // No rate of the target at all.
    expect(new Set(late.rows.flatMap((row) => row.slice(1)))).toEqual(new Set([null]));
    expect(late.meta.uncomputed.map(({ column, reason }) => [column, reason])).toEqual(
      ['gross', 'net', 'share', 'moving'].map((column) => [column, 'missing_rate']),
    );
  });
});

describe('amounts that are not converted', () => {
  it('have a figure where they are of one currency, and none with the reason where they are mixed', async () => {
    const { rows, totals, columns, meta } = await ask({
      dimensions: ['currency'],
      measures: ['own', 'in_lira', 'own_net'],
      filter: RATED_DAYS,
      totals: true,
    });
    const plain = (list: readonly Booking[]) => list.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
    const fee = (list: readonly Booking[]) => list.reduce((sum, row) => sum + row.fee, 0);
    const groups = groupsOf(BOOKINGS.filter(inRange), ({ currency }) => currency);
    expect(cells(rows)).toEqual(cells(groups.map(([key, list]) => [key, plain(list), fee(list), plain(list) * 2])));
    expect(cells([totals!])).toEqual(cells([[null, null, fee(BOOKINGS.filter(inRange)), null]]));
    expect(columns.map(({ format }) => format?.currency)).toEqual([undefined, null, 'TRY', null]);
    const mixed = { reason: 'mixed_currencies', currencies: ['EUR', 'TRY', 'USD'] };
    expect(meta.uncomputed).toEqual([
      { column: 'own', ...mixed },
      { column: 'own_net', ...mixed },
    ]);
  });

  it.each([
    [{ top: { dimension: 'branch', measure: 'own', n: 1 } }, 'top.measure'],
    [{ having: { measure: 'own', op: 'gt', values: [1] } }, 'having.measure'],
    [{ calculations: [{ name: 'rank', kind: 'rank', measure: 'own' }] }, 'calculations.0.measure'],
    [{ calculations: [{ name: 'share', kind: 'share', measure: 'own' }] }, 'calculations.0.measure'],
  ])('are not compared: %j', async (part, field) => {
    await expect(ask({ dimensions: ['branch'], measures: ['own'], ...part })).rejects.toMatchObject({
      details: expect.arrayContaining([
        { field, message: expect.stringMatching(/several currencies, which do not compare/) as string },
      ]) as unknown,
    });
  });

  it('do not take a currency to convert to', async () => {
    const query = { dataset: 'balances', measures: ['last_day'], currency: 'USD' };
    const unconverted = ledgerModel((yaml) => {
      const [bookings, balances] = yaml.split('  - name: balances');
      return `${bookings}  - name: balances${balances!.replaceAll(/convert: \{[^}]*\}, /g, '').replace(/combined:[^]*$/, '')}`;
    });
    await expect(warehouse.ask(unconverted, query)).rejects.toMatchObject({ details: [{ field: 'currency' }] });
  });
});

describe('amounts at the rate of the period end', () => {
  it('take the last day of each period, and the total that of the filter', async () => {
    const { rows, totals } = await ask({
      dimensions: [{ field: 'day', grain: 'week' }],
      measures: ['at_end'],
      filter: { field: 'day', during: { since: date(6), until: date(14) } },
      totals: true,
    });
    const at = (list: readonly Booking[], day: string) =>
      total(list.filter((row) => row.amount !== null).map((row) => converted(row.amount!, row.currency, 'EUR', day)));
    const used = BOOKINGS.filter(({ day }) => day >= date(6) && day <= date(14));
    const weeks = [used.filter(({ day }) => day < date(13)), used.filter(({ day }) => day >= date(13))];
    // The first week ends on Sunday 12, with the rate of Friday 10; the second with the filter.
    expect(cells(rows)).toEqual(
      cells([
        [date(6), at(weeks[0]!, date(12))],
        [date(13), at(weeks[1]!, date(14))],
      ]),
    );
    expect(cells([totals!])).toEqual(cells([[null, at(used, date(14))]]));
  });

  it('are balances at the rate of their day, also last known ones on the day as of which they are', async () => {
    const { rows, totals } = await warehouse.ask(
      model,
      {
        dataset: 'balances',
        dimensions: [{ field: 'day', grain: 'day' }],
        measures: ['closing', 'booked', 'last_day', 'daily'],
        filter: { field: 'day', during: { since: date(8), until: date(10) } },
        totals: true,
      },
      { currency: 'EUR' },
    );
    const eur = (amount: number, day: string) => converted(amount, 'USD', 'EUR', day)!;
    const line = (day: string): Cell[] => [
      eur(1000, day) + 500,
      eur(1000, date(3)) + 500,
      day === date(8) ? 500 : null,
      day === date(8) ? 500 : null,
    ];
    expect(cells(rows)).toEqual(cells([date(8), date(9), date(10)].map((day) => [day, ...line(day)])));
    expect(cells([totals!])).toEqual(cells([[null, ...line(date(10)).slice(0, 2), 500, 500]]));
  });

  it('count each row of a joined table once', async () => {
    const { rows } = await ask({
      measures: ['limits'],
      filter: { field: 'day', during: { since: date(6), until: date(10) } },
    });
    const limits = 1000 + converted(500, 'USD', 'EUR', date(10))! + converted(90_000, 'TRY', 'EUR', date(10))!;
    expect(cells(rows)).toEqual(cells([[limits]]));
  });
});

describe('elsewhere', () => {
  it('combined datasets convert each fact', async () => {
    const { rows } = await warehouse.ask(
      model,
      { dataset: 'book', dimensions: [month], measures: ['amount', 'closing', 'turnover'], filter: { all: ofMonths } },
      { currency: 'USD' },
    );
    const turnover = amounts(BOOKINGS, 'USD');
    // The last day with balances.
    const closing = 1200 + converted(500, 'EUR', 'USD', date(30))! + converted(70_000, 'TRY', 'USD', date(30))!;
    expect(cells(rows)).toEqual(cells([[monthOf(date(2)), turnover, closing, turnover && turnover / closing]]));
  });

  it('exact amounts stay exact', async () => {
    // 1 ÷ 1.022 and 1 ÷ 36.7, rounded to fifteen decimal places.
    const inverse = (thousandths: bigint) => (2n * 10n ** 18n + thousandths) / (2n * thousandths);
    const { rows } = await ask({
      dimensions: ['currency'],
      measures: ['largest'],
      filter: {
        all: [
          { field: 'day', op: 'in', values: [date(2)] },
          { field: 'currency', op: 'in', values: ['USD', 'TRY'] },
        ],
      },
    });
    const rate: Record<string, bigint> = { USD: inverse(1022n), TRY: inverse(36_700n) };
    for (const [code, figure] of rows) {
      const most = Math.max(
        ...BOOKINGS.filter((row) => row.currency === code && row.day === date(2)).map((row) => row.amount ?? 0),
      );
      const digits = (BigInt(Math.round(most * 100)) * rate[String(code)]!).toString().padStart(18, '0');
      expect(figure).toBe(`${digits.slice(0, -17)}.${digits.slice(-17)}`.replace(/0+$/, ''));
    }
    expect(rows.length).toBeGreaterThan(0);
  });

  it('the rows behind a figure show each amount as it is converted, and those without a rate', async () => {
    const context = { model, version: warehouse.versions.duckdb, scope: { tenant: 'alder', currency: 'EUR' } };
    const query = aggregateQuery.parse({ dataset: 'bookings', dimensions: ['currency'], measures: ['amount'] });
    const cell = [{ field: 'currency', value: 'USD', level: 'member' as const }];
    const rows = rowsQuery.parse({ query, measure: 'amount', cell, columns: ['day'], limit: 200 });
    const { body } = await warehouse.engine.queries.runRows({ ...context, rows });
    const result = JSON.parse(`{${body}}`) as {
      columns: { name: string }[];
      rows: Cell[][];
      value: Cell;
      count: number;
    };
    const dollars = BOOKINGS.filter(({ currency, amount }) => currency === 'USD' && amount !== null);
    expect(result.columns.map(({ name }) => name)).toEqual([
      'day',
      'amount',
      'amount.without.rate',
      'booking.amount',
      'booking.currency',
      'booking.day',
    ]);
    const lineOf = (row: Booking): Cell[] => {
      const euros = converted(row.amount!, 'USD', 'EUR', row.day);
      return [row.day, euros, euros === null ? 1 : null, row.amount];
    };
    const sorted = (list: Cell[][]) =>
      cells(list)
        .map((row) => JSON.stringify(row))
        .toSorted();
    expect(sorted(result.rows.map((row) => row.slice(0, 4)))).toEqual(sorted(dollars.map(lineOf)));
    // As in the cell: some have no rate.
    expect([result.value, result.count]).toEqual([null, dollars.length]);
  });

  it('a list of rows has amounts in their own currencies', async () => {
    const { rows, columns } = await ask({
      kind: 'rows',
      columns: ['currency', 'amount', 'fee'],
      filter: { field: 'day', during: { since: date(2), until: date(2) } },
      order: [{ field: 'fee', direction: 'asc' }],
    });
    const listed = BOOKINGS.filter(({ day }) => day === date(2)).toSorted((a, b) => a.fee - b.fee);
    expect(cells(rows)).toEqual(cells(listed.map(({ currency, amount, fee }) => [currency, amount, fee])));
    expect(columns.map(({ format }) => format?.currency)).toEqual([undefined, null, 'TRY']);
  });

  it('queries that share a pass have the same figures as alone', async () => {
    const context = { model, version: warehouse.versions.duckdb, scope: { tenant: 'alder', currency: 'USD' } };
    const queries = ['branch', 'currency'].map((dimension) =>
      semanticQuery.parse({
        dataset: 'bookings',
        dimensions: [dimension],
        measures: ['amount', 'fee', 'own'],
        filter: RATED_DAYS,
      }),
    );
    const together = await Promise.all(
      warehouse.engine.queries.runAll(queries.map((query) => ({ ...context, query }))),
    );
    const alone = await Promise.all(queries.map((query) => warehouse.engine.queries.run({ ...context, query })));
    expect(together.map(({ body, uncomputed }) => [body, uncomputed])).toEqual(
      alone.map(({ body, uncomputed }) => [body, uncomputed]),
    );
  });

  it('an explanation names the rates, and what is missing', async () => {
    const context = { model, version: warehouse.versions.duckdb, scope: { tenant: 'alder', currency: 'EUR' } };
    const explain = (measure: string) => {
      const query = semanticQuery.parse({ dataset: 'bookings', dimensions: ['branch'], measures: [measure] });
      return warehouse.engine.explanations.explain({ ...context, query, measure });
    };
    const { currency, tables, lineage, format } = await explain('net');
    expect(currency).toMatchObject({
      code: 'EUR',
      conversion: { at: ['day'], table: 'fx', base: 'EUR', quote: 'currency_per_base', carryDays: 3 },
      from: expect.arrayContaining([
        expect.objectContaining({ currency: 'EUR', lastRate: null, missingOn: null }),
        expect.objectContaining({ currency: 'USD', lastRate: date(29), missingOn: expect.any(String) as string }),
      ]) as object[],
    });
    expect([format.currency, tables]).toMatchObject(['EUR', [{ table: 'booking', joins: ['fx'] }]]);
    expect(lineage.parts[0]!.columns.map(({ column }) => column)).toEqual(['amount', 'currency']);
    expect((await explain('own')).currency).toMatchObject({ code: null, conversion: null });
    expect((await explain('in_lira')).currency).toEqual({ code: 'TRY', conversion: null, from: [] });
    expect((await explain('rows')).currency).toBeNull();
  });

  it('a mask on the currency leaves no figure', async () => {
    const masked = ledgerModel((yaml) =>
      yaml.replace(
        '  - name: balances',
        '    masks: [{ name: codes, title: { en: Codes }, columns: [{ table: booking, column: currency }] }]\n  - name: balances',
      ),
    );
    const { rows, meta } = await warehouse.ask(masked, { dataset: 'bookings', measures: ['amount', 'own'] });
    expect(rows).toEqual([[null, null]]);
    expect(meta.uncomputed).toMatchObject([
      { column: 'amount', reason: 'missing_rate', currencies: [null] },
      { column: 'own', reason: 'mixed_currencies', currencies: [null] },
    ]);
  });
});

it('is the example of the documentation', async () => {
  const [yaml] = guideExamples('Currencies', 'yaml');
  const rest = 'title: { en: T }, definition: { en: D }, format: { unit: currency }';
  const example = parse(yaml.replaceAll('…', rest)) as { exchangeRates: object; datasets: object[] };
  const ledger = parse(LEDGER_MODEL) as { datasets: { dimensions: object[] }[] };
  const { combined: _, ...common } = ledger as { combined?: unknown } & typeof ledger;
  const [bookings] = ledger.datasets;
  const booked = { name: 'booked', type: 'date', title: { en: 'D' }, column: { table: 'booking', column: 'day' } };
  const document = {
    ...common,
    exchangeRates: example.exchangeRates,
    datasets: [{ ...bookings, dimensions: [...bookings!.dimensions, booked], ...example.datasets[0] }],
  };
  const { rows, columns } = await warehouse.ask(
    compileModel(parseModel(stringify(document), 'guide.yaml')),
    { dataset: 'bookings', dimensions: ['branch'], measures: ['turnover', 'fees'], filter: RATED_DAYS },
    { currency: 'USD' },
  );
  const used = groupsOf(BOOKINGS.filter(inRange), ({ branch }) => branch);
  const fee = (list: readonly Booking[]) => list.reduce((sum, row) => sum + row.fee, 0);
  expect(cells(rows)).toEqual(cells(used.map(([key, list]) => [key, amounts(list, 'USD'), fee(list)])));
  expect(columns.map(({ format }) => format?.currency)).toEqual([undefined, 'USD', 'TRY']);
});
