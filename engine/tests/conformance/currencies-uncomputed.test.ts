import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { numbers } from '../support/engine-pair.ts';
import { ledgerModel } from '../support/ledger.ts';
import type { Booking } from '../support/ledger.ts';
import { amounts, BOOKINGS, date, groupsOf, inRange, openLedger, RATED_DAYS } from '../support/ledger-amounts.ts';
import type { LedgerAmounts } from '../support/ledger-amounts.ts';

let ledger: LedgerAmounts;
beforeAll(async () => {
  ledger = await openLedger();
});
afterAll(() => ledger.close());

describe('amounts without a rate', () => {
  it('yield no figure, and the result names the currency and the first day', async () => {
    const { rows, totals, meta } = await ledger.runQuery({
      dimensions: ['currency'],
      measures: ['amount', 'rows'],
      totals: true,
    });
    const all = groupsOf(BOOKINGS, ({ currency }) => currency);
    expect(numbers(rows)).toEqual(numbers(all.map(([key, list]) => [key, amounts(list, 'EUR'), list.length])));
    expect([...rows, totals!].map((row) => row[1] === null)).toEqual([false, false, true, true]);
    // The rate of 14 January holds until the 17th.
    const unrated = BOOKINGS.filter(({ day, currency }) => currency === 'USD' && day > date(17) && day < date(27));
    const day = unrated.map((row) => row.day).toSorted()[0];
    expect(meta.uncomputed).toEqual([{ column: 'amount', reason: 'missing_rate', currencies: ['USD'], day }]);
  });

  it('are not silently dropped from shares, moving averages and formulas either', async () => {
    const unrated = { field: 'day', during: { since: date(13), until: date(25) } };
    const late = await ledger.warehouse.runQuery(
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
  it('yield a figure if they are in one currency, and none with the reason if they are mixed', async () => {
    const { rows, totals, columns, meta } = await ledger.runQuery({
      dimensions: ['currency'],
      measures: ['own', 'in_lira', 'own_net'],
      filter: RATED_DAYS,
      totals: true,
    });
    const plain = (list: readonly Booking[]) => list.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
    const fee = (list: readonly Booking[]) => list.reduce((sum, row) => sum + row.fee, 0);
    const groups = groupsOf(BOOKINGS.filter(inRange), ({ currency }) => currency);
    expect(numbers(rows)).toEqual(numbers(groups.map(([key, list]) => [key, plain(list), fee(list), plain(list) * 2])));
    expect(numbers([totals!])).toEqual(numbers([[null, null, fee(BOOKINGS.filter(inRange)), null]]));
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
    await expect(ledger.runQuery({ dimensions: ['branch'], measures: ['own'], ...part })).rejects.toMatchObject({
      details: expect.arrayContaining([
        { field, message: expect.stringMatching(/several currencies, which do not compare/) as string },
      ]) as unknown,
    });
  });

  it('reject a query’s target currency', async () => {
    const query = { dataset: 'balances', measures: ['last_day'], currency: 'USD' };
    const unconverted = ledgerModel((yaml) => {
      const [bookings, balances] = yaml.split('  - name: balances');
      return `${bookings}  - name: balances${balances!.replaceAll(/convert: \{[^}]*\}, /g, '').replace(/combined:[^]*$/, '')}`;
    });
    await expect(ledger.warehouse.runQuery(unconverted, query)).rejects.toMatchObject({
      details: [{ field: 'currency' }],
    });
  });
});
