import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { numbers } from '../support/engine-pair.ts';
import { generateWarehouse } from '../support/generated-warehouse.ts';
import type { GeneratedWarehouse } from '../support/generated-warehouse.ts';
import { ledgerModel, ledgerTables } from '../support/ledger.ts';
import type { Booking } from '../support/ledger.ts';

/** January 2025: the 6th is a Monday. */
const date = (day: number) => `2025-01-${String(day).padStart(2, '0')}`;
const DAYS = Array.from({ length: 31 }, (_, index) => index + 1);
/** Another rate on each day, whose inverse is exact in the digits of a rate. */
const rateOn = (day: number) => 2 ** (day % 7);
const dollars = (day: number, amount: number, fee = 0): Booking => ({
  day: date(day),
  branch: 'North',
  currency: 'USD',
  account: 1,
  amount,
  fee,
});
const BOOKINGS = [dollars(6, 64), dollars(7, 640), dollars(9, 6400), dollars(13, 128), dollars(14, 1280, 2)];

let warehouse: GeneratedWarehouse;
const model = ledgerModel();
beforeAll(async () => {
  const rates = DAYS.map((day) => ({ code: 'USD', day: date(day), rate: rateOn(day) }));
  const lira = DAYS.map((day) => ({ code: 'TRY', day: date(day), rate: 32 }));
  const unrated = { ...dollars(14, 320, -5), currency: null };
  warehouse = await generateWarehouse(
    ledgerTables({
      bookings: [...BOOKINGS, unrated],
      rates: [...rates, ...lira],
      balances: [{ day: date(6), branch: 'North', currency: 'EUR', account: 1, amount: 1 }],
    }),
    date(31),
  );
});
afterAll(() => warehouse.close());

const rowsOf = async (query: object) => {
  const stated = { field: 'currency', op: 'isNotNull' };
  const { filter } = query as { filter: object };
  const requested = { dataset: 'bookings', ...query, filter: { all: [filter, stated] } };
  return numbers((await warehouse.runQuery(model, requested, { currency: 'EUR' })).rows);
};
const between = (since: number, until: number) => ({
  field: 'day',
  during: { since: date(since), until: date(until) },
});

describe('amounts at the rate of the period end', () => {
  it('use the rate of the day in daily rows, next to a longer period', async () => {
    const rows = await rowsOf({
      dimensions: [{ field: 'day', grain: 'month' }, 'day'],
      measures: ['at_end'],
      filter: between(6, 7),
    });
    expect(rows).toEqual([
      [date(1), date(6), 64 / rateOn(6)],
      [date(1), date(7), 640 / rateOn(7)],
    ]);
  });

  it('use the filter’s day if the filter leaves one day', async () => {
    const query = {
      dimensions: [{ field: 'day', grain: 'month' }],
      measures: ['at_end'],
      filter: { field: 'day', op: 'in', values: [date(7)] },
    };
    expect(await rowsOf(query)).toEqual([[date(1), 640 / rateOn(7)]]);
  });

  it('use the same day in a like-for-like comparison', async () => {
    const compare = { kind: 'compare', measure: 'at_end', with: 'previous_period' };
    const rows = await rowsOf({
      dimensions: [{ field: 'day', grain: 'week' }],
      measures: ['at_end'],
      calculations: [
        { name: 'whole', ...compare },
        { name: 'alike', ...compare, likeForLike: true },
      ],
      filter: between(13, 14),
    });
    // Tuesday 14 and Tuesday 7; the whole week before ends on Sunday 12.
    expect(rows).toEqual([[date(13), 1408 / rateOn(14), (64 + 640 + 6400) / rateOn(12), (64 + 640) / rateOn(7)]]);
  });
});

describe('a weighted median of converted amounts', () => {
  it('does not look up the rate of an amount without a positive weight', async () => {
    const { rows } = await warehouse.runQuery(
      model,
      { dataset: 'bookings', measures: ['weighted'], filter: between(14, 14) },
      { currency: 'EUR' },
    );
    expect(rows).toEqual([[1280 / rateOn(14)]]);
  });
});
