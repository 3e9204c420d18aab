import { afterAll, beforeAll, expect, it } from 'vitest';
import { generateWarehouse } from '../support/generated-warehouse.ts';
import type { GeneratedWarehouse } from '../support/generated-warehouse.ts';

/** Bookings of three accounts in turns, with the balance after each. */
const bookings = Array.from({ length: 90 }, (_, index) => {
  const earlier = Array.from({ length: Math.floor(index / 3) + 1 }, (_item, place) => place * 3 + (index % 3) + 10);
  const balance = earlier.reduce((sum, amount) => sum + amount, 0);
  const day = new Date(Date.UTC(2025, 0, 1 + index)).toISOString().slice(0, 10);
  return `('alder', ${index + 1}, ${(index % 3) + 1}, DATE '${day}', ${index + 10}, ${balance})`;
});

let warehouse: GeneratedWarehouse;
beforeAll(async () => {
  warehouse = await generateWarehouse([
    'CREATE TABLE account (tenant_id VARCHAR, account_id BIGINT, kind VARCHAR)',
    "INSERT INTO account VALUES ('alder', 1, 'a'), ('alder', 2, 'b'), ('alder', 3, 'a')",
    'CREATE TABLE booking (tenant_id VARCHAR, booking_id BIGINT, account_id BIGINT, booked DATE, amount DECIMAL(12, 2), balance DECIMAL(12, 2))',
    `INSERT INTO booking VALUES ${bookings.join(', ')}`,
    'CREATE TABLE quote (tenant_id VARCHAR, account_id BIGINT, booked DATE, price DECIMAL(12, 2))',
    'INSERT INTO quote SELECT tenant_id, account_id, booked, amount / 2 FROM booking',
  ]);
});
afterAll(() => warehouse.close());

it('a key of two columns is found on every engine', async () => {
  for (const version of Object.values(warehouse.versions)) {
    const text = await warehouse.engine.catalogs.generateModel(version, 'alder');
    expect(text).toContain(
      'account_id and booked are unique together in quote, and have 90 of the 90 pairs of booking',
    );
    expect(text).toContain('- { table: quote, on: [account_id, booked] }');
  }
});

it('a balance that runs along bookings is recognized on every engine', async () => {
  for (const version of Object.values(warehouse.versions))
    expect(await warehouse.engine.catalogs.generateModel(version, 'alder')).toContain(
      'over: { time: booked, take: last, per: account_id, order: booking_id }',
    );
});
