import { expect, it } from 'vitest';
import { openUnproven, askBoth } from '../../support/unproven.ts';
import { snowflake } from './snowflake.ts';
import { trino } from './trino.ts';

/** `RISE_SEED` makes a run again. */
const seed = Number(process.env['RISE_SEED'] ?? Date.now() % 2 ** 31);
const turns = Number(process.env['RISE_QUESTIONS'] ?? 1000);

it.each([snowflake, trino])(
  `$name, translated, answers ${turns} made-up questions as DuckDB does (seed ${seed})`,
  async (dialect) => {
    const warehouses = await openUnproven();
    expect(await askBoth(warehouses, dialect, { turns, seed })).toBeGreaterThan(turns * 3);
    warehouses.close();
  },
);
