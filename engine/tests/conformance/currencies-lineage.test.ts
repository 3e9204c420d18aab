import { aggregateQuery, rowsQuery, semanticQuery } from '@rise/contract';
import type { Cell } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { numbers } from '../support/engine-pair.ts';
import { ledgerModel } from '../support/ledger.ts';
import type { Booking } from '../support/ledger.ts';
import { amounts, BOOKINGS, converted, date, model, openLedger, RATED_DAYS } from '../support/ledger-amounts.ts';
import type { LedgerAmounts } from '../support/ledger-amounts.ts';

let ledger: LedgerAmounts;
beforeAll(async () => {
  ledger = await openLedger();
});
afterAll(() => ledger.close());

const monthOf = (day: string) => `${day.slice(0, 7)}-01`;
const month = { field: 'day', grain: 'month' };
const ofMonths = [{ field: 'day', during: { since: date(2), until: date(31) } }];

describe('converted amounts in other features', () => {
  it('combined datasets convert each fact', async () => {
    const { rows } = await ledger.warehouse.runQuery(
      model,
      { dataset: 'book', dimensions: [month], measures: ['amount', 'closing', 'turnover'], filter: { all: ofMonths } },
      { currency: 'USD' },
    );
    const turnover = amounts(BOOKINGS, 'USD');
    // The last day with balances.
    const closing = 1200 + converted(500, 'EUR', 'USD', date(30))! + converted(70_000, 'TRY', 'USD', date(30))!;
    expect(numbers(rows)).toEqual(numbers([[monthOf(date(2)), turnover, closing, turnover && turnover / closing]]));
  });

  it('exact amounts stay exact', async () => {
    // 1 ÷ 1.022 and 1 ÷ 36.7, rounded to fifteen decimal places.
    const inverse = (thousandths: bigint) => (2n * 10n ** 18n + thousandths) / (2n * thousandths);
    const { rows } = await ledger.runQuery({
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

  it('drill-through shows each converted amount, and amounts without a rate', async () => {
    const context = { model, version: ledger.warehouse.versions.duckdb, scope: { tenant: 'alder', currency: 'EUR' } };
    const query = aggregateQuery.parse({ dataset: 'bookings', dimensions: ['currency'], measures: ['amount'] });
    const cell = [{ field: 'currency', value: 'USD', level: 'member' as const }];
    const rows = rowsQuery.parse({ query, measure: 'amount', cell, columns: ['day'], limit: 200 });
    const { body } = await ledger.warehouse.engine.queries.runRows({ ...context, rows });
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
      numbers(list)
        .map((row) => JSON.stringify(row))
        .toSorted();
    expect(sorted(result.rows.map((row) => row.slice(0, 4)))).toEqual(sorted(dollars.map(lineOf)));
    // As in the cell: some have no rate.
    expect([result.value, result.count]).toEqual([null, dollars.length]);
  });

  it('a list of rows has amounts in their own currencies', async () => {
    const { rows, columns } = await ledger.runQuery({
      kind: 'rows',
      columns: ['currency', 'amount', 'fee'],
      filter: { field: 'day', during: { since: date(2), until: date(2) } },
      order: [{ field: 'fee', direction: 'asc' }],
    });
    const listed = BOOKINGS.filter(({ day }) => day === date(2)).toSorted((a, b) => a.fee - b.fee);
    expect(numbers(rows)).toEqual(numbers(listed.map(({ currency, amount, fee }) => [currency, amount, fee])));
    expect(columns.map(({ format }) => format?.currency)).toEqual([undefined, null, 'TRY']);
  });

  it('queries that share a pass have the same figures as alone', async () => {
    const context = { model, version: ledger.warehouse.versions.duckdb, scope: { tenant: 'alder', currency: 'USD' } };
    const queries = ['branch', 'currency'].map((dimension) =>
      semanticQuery.parse({
        dataset: 'bookings',
        dimensions: [dimension],
        measures: ['amount', 'fee', 'own'],
        filter: RATED_DAYS,
      }),
    );
    const together = await Promise.all(
      ledger.warehouse.engine.queries.runAll(queries.map((query) => ({ ...context, query }))),
    );
    const alone = await Promise.all(queries.map((query) => ledger.warehouse.engine.queries.run({ ...context, query })));
    expect(together.map(({ body, uncomputed }) => [body, uncomputed])).toEqual(
      alone.map(({ body, uncomputed }) => [body, uncomputed]),
    );
  });

  it('an explanation lists the rates, and missing ones', async () => {
    const context = { model, version: ledger.warehouse.versions.duckdb, scope: { tenant: 'alder', currency: 'EUR' } };
    const explain = (measure: string) => {
      const query = semanticQuery.parse({ dataset: 'bookings', dimensions: ['branch'], measures: [measure] });
      return ledger.warehouse.engine.explanations.explain({ ...context, query, measure });
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

  it('if the currency is masked, there is no figure', async () => {
    const masked = ledgerModel((yaml) =>
      yaml.replace(
        '  - name: balances',
        '    masks: [{ name: codes, title: { en: Codes }, columns: [{ table: booking, column: currency }] }]\n  - name: balances',
      ),
    );
    const { rows, meta } = await ledger.warehouse.runQuery(masked, {
      dataset: 'bookings',
      measures: ['amount', 'own'],
    });
    expect(rows).toEqual([[null, null]]);
    expect(meta.uncomputed).toMatchObject([
      { column: 'amount', reason: 'missing_rate', currencies: [null] },
      { column: 'own', reason: 'mixed_currencies', currencies: [null] },
    ]);
  });
});
