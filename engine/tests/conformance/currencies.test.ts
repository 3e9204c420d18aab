import type { Cell } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel } from '../../src/documents/read-model.ts';
import { numbers } from '../support/engine-pair.ts';
import { LEDGER_MODEL } from '../support/ledger.ts';
import type { Booking } from '../support/ledger.ts';
import {
  amounts,
  BOOKINGS,
  CODES,
  converted,
  date,
  fees,
  groupsOf,
  inRange,
  model,
  openLedger,
  RATED_DAYS,
  total,
} from '../support/ledger-amounts.ts';
import type { LedgerAmounts } from '../support/ledger-amounts.ts';
import { guideExamples } from '../support/model-guide.ts';

let ledger: LedgerAmounts;
beforeAll(async () => {
  ledger = await openLedger();
});
afterAll(() => ledger.close());

describe('amounts at the rate of their day', () => {
  it.each(['EUR', 'USD', 'TRY'])('are the same as converted one by one to %s, at every level', async (to) => {
    const measures = ['amount', 'fee', 'net', 'fee_share', 'per_booking', 'gross', 'mean', 'largest', 'middle'];
    const { rows, totals, columns, meta } = await ledger.runQuery(
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

describe('groups', () => {
  const used = BOOKINGS.filter(inRange);
  const sum = (list: readonly Booking[]) => amounts(list, 'EUR');
  const by = (keyOf: (row: Booking) => Cell) => groupsOf(used, keyOf).map(([key, list]) => [key, sum(list)] as Cell[]);

  it('have subtotals, a pivot, a top N with the others, and conditions in the target currency', async () => {
    const query = { dimensions: ['branch', 'currency'], measures: ['amount'], filter: RATED_DAYS };
    const subtotals = await ledger.runQuery({ ...query, subtotals: [['branch'], []] });
    const of = (branch: string | null, currency: string | null) =>
      sum(used.filter((row) => (branch ?? row.branch) === row.branch && (currency ?? row.currency) === row.currency));
    const found = subtotals.rows.map((row) => [row[0]!, row[1]!, row.at(-1)!]);
    expect(numbers(found)).toEqual(
      numbers(found.map(([branch, currency]) => [branch!, currency!, of(branch as string, currency as string)])),
    );
    const pivot = await ledger.runQuery({ ...query, pivot: { columns: ['currency'], totals: true } });
    expect(numbers(pivot.rows)).toEqual(
      numbers(['North', 'South'].map((key) => [key, ...['EUR', 'TRY', 'USD', null].map((code) => of(key, code))])),
    );
    expect(pivot.columns.slice(1).map(({ format }) => format?.currency)).toEqual(['EUR', 'EUR', 'EUR', 'EUR']);
    const top = await ledger.runQuery({
      dimensions: ['currency'],
      measures: ['amount'],
      filter: RATED_DAYS,
      top: { dimension: 'currency', measure: 'amount', n: 1 },
    });
    const best = [...CODES].toSorted((a, b) => of(null, b)! - of(null, a)!);
    expect(numbers(top.rows.map((row) => [row[0]!, row.at(-1)!]))).toEqual(
      numbers([
        [best[0]!, of(null, best[0]!)],
        [null, of(null, best[1]!)! + of(null, best[2]!)!],
      ]),
    );
    const limit = (of(null, 'USD')! + of(null, 'TRY')!) / 2;
    const having = { measure: 'amount', op: 'lt', values: [limit.toFixed(4)] };
    const passing = await ledger.runQuery({
      dimensions: ['currency'],
      measures: ['amount'],
      filter: RATED_DAYS,
      having,
      totals: true,
    });
    expect(numbers(passing.rows)).toEqual(numbers([['TRY', of(null, 'TRY')]]));
    expect(numbers([passing.totals!])).toEqual(numbers([[null, of(null, 'TRY')]]));
  });

  it('support custom measures, calculations and comparisons of members', async () => {
    const { rows, columns } = await ledger.runQuery({
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
    expect(numbers(rows)).toEqual(
      numbers(
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
    const benchmark = await ledger.runQuery({
      kind: 'benchmark',
      by: 'branch',
      member: 'South',
      measures: ['amount'],
      filter: RATED_DAYS,
    });
    expect(Number(benchmark.rows[0]![1])).toBeCloseTo(by(({ branch }) => branch)[1]![1] as number, 6);
  });

  it('support medians weighted by another column', async () => {
    const { rows } = await ledger.runQuery({ dimensions: ['branch'], measures: ['weighted'], filter: RATED_DAYS });
    const medianOf = (list: readonly Booking[]) => {
      const values = list
        .filter(({ amount }) => amount !== null)
        .map((row) => ({ value: converted(row.amount!, row.currency, 'EUR', row.day)!, weight: row.fee }))
        .toSorted((a, b) => a.value - b.value);
      const half = values.reduce((sum, { weight }) => sum + weight, 0) / 2;
      let below = 0;
      return values.find(({ weight }) => (below += weight) > half)!.value;
    };
    expect(numbers(rows)).toEqual(
      numbers(groupsOf(used, ({ branch }) => branch).map(([key, list]) => [key, medianOf(list)] as Cell[])),
    );
  });

  it('are converted to another currency that the query names', async () => {
    const { rows, columns } = await ledger.runQuery({ measures: ['amount'], filter: RATED_DAYS, currency: 'TRY' });
    expect(numbers(rows)).toEqual(numbers([[amounts(used, 'TRY')]]));
    expect(columns[0]!.format?.currency).toBe('TRY');
  });
});

describe('amounts at the rate of the period end', () => {
  it('use the last day of each period; totals use that of the filter', async () => {
    const { rows, totals } = await ledger.runQuery({
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
    expect(numbers(rows)).toEqual(
      numbers([
        [date(6), at(weeks[0]!, date(12))],
        [date(13), at(weeks[1]!, date(14))],
      ]),
    );
    expect(numbers([totals!])).toEqual(numbers([[null, at(used, date(14))]]));
  });

  it('convert balances at the rate of their day, and last known values at that of their as-of day', async () => {
    const { rows, totals } = await ledger.warehouse.runQuery(
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
    expect(numbers(rows)).toEqual(numbers([date(8), date(9), date(10)].map((day) => [day, ...line(day)])));
    expect(numbers([totals!])).toEqual(numbers([[null, ...line(date(10)).slice(0, 2), 500, 500]]));
  });

  it('count each row of a joined table once', async () => {
    const { rows } = await ledger.runQuery({
      measures: ['limits'],
      filter: { field: 'day', during: { since: date(6), until: date(10) } },
    });
    const limits = 1000 + converted(500, 'USD', 'EUR', date(10))! + converted(90_000, 'TRY', 'EUR', date(10))!;
    expect(numbers(rows)).toEqual(numbers([[limits]]));
  });
});

it('is the example of the documentation', async () => {
  const [yaml] = guideExamples('Currencies', 'yaml');
  const rest = 'title: { en: T }, definition: { en: D }, format: { unit: currency }';
  const example = parse(yaml.replaceAll('…', rest)) as { exchangeRates: object; datasets: object[] };
  const whole = parse(LEDGER_MODEL) as { datasets: { dimensions: object[] }[] };
  const { combined: _, ...common } = whole as { combined?: unknown } & typeof whole;
  const [bookings] = whole.datasets;
  const booked = { name: 'booked', type: 'date', title: { en: 'D' }, column: { table: 'booking', column: 'day' } };
  const document = {
    ...common,
    exchangeRates: example.exchangeRates,
    datasets: [{ ...bookings, dimensions: [...bookings!.dimensions, booked], ...example.datasets[0] }],
  };
  const { rows, columns } = await ledger.warehouse.runQuery(
    compileModel(parseModel(stringify(document), 'guide.yaml')),
    { dataset: 'bookings', dimensions: ['branch'], measures: ['turnover', 'fees'], filter: RATED_DAYS },
    { currency: 'USD' },
  );
  const used = groupsOf(BOOKINGS.filter(inRange), ({ branch }) => branch);
  const fee = (list: readonly Booking[]) => list.reduce((sum, row) => sum + row.fee, 0);
  expect(numbers(rows)).toEqual(numbers(used.map(([key, list]) => [key, amounts(list, 'USD'), fee(list)])));
  expect(columns.map(({ format }) => format?.currency)).toEqual([undefined, 'USD', 'TRY']);
});
