import { expect, it } from 'vitest';
import { openTranslatedWarehouses, compareRandomQueries } from '../support/translated-warehouses.ts';
import { snowflake } from '../../src/dialects/snowflake.ts';
import { trino } from '../../src/dialects/trino.ts';

/** `RISE_SEED` repeats a run. */
const seed = Number(process.env['RISE_SEED'] ?? Date.now() % 2 ** 31);
const turns = Number(process.env['RISE_QUESTIONS'] ?? 1000);

it.each([snowflake, trino])(
  `$name, translated, returns the same results as DuckDB for ${turns} generated queries (seed ${seed})`,
  async (dialect) => {
    const warehouses = await openTranslatedWarehouses();
    expect(await compareRandomQueries(warehouses, dialect, { turns, seed })).toBeGreaterThan(turns * 3);
    warehouses.close();
  },
);
