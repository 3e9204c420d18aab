import { randomUUID } from 'node:crypto';
import { sql as fragment } from 'kysely';
import { duckdb } from '../dialects/duckdb.ts';
import { StatementFailed } from '../errors.ts';
import type { FairQueue } from '../traffic/fair-queue.ts';
import type { Readers } from '../warehouses/readers.ts';
import { checkDuckdb, folded } from './check-duckdb.ts';
import { withLiterals } from './literals.ts';
import { parseDuckdb } from './parse-duckdb.ts';
import { engineFault } from './refusals.ts';
import type { Ground } from './secured-tables.ts';
import type { SqlGate } from './sql-gate.ts';

/** More than any table has rows: a LIMIT that takes nothing away, below which nothing is computed. */
const FENCE = ' LIMIT 9223372036854775807';

function groundOf(attachAs: string): Ground {
  return {
    dialect: duckdb,
    table: (name) => fragment.id(attachAs, 'main', name),
    // A version's file holds one tenant's rows: where no rule leaves rows out, there are none to tell of.
    fence: (ruled) => fragment.raw(ruled ? FENCE : ''),
  };
}

/** Version files: a sandbox for each statement. */
export function createDuckdbGate(options: {
  queue: FairQueue;
  /** How long a statement may wait for its turn. */
  patienceMs: number;
  /** Reads statements without any data at hand. */
  parser: Readers;
  sandboxes: Readers;
}): SqlGate {
  const { queue, patienceMs, parser, sandboxes } = options;
  return {
    dialect: duckdb,
    ground: groundOf('warehouse'),
    folded,
    written: (name) => name,
    check: async (sql, nameable, signal) => checkDuckdb(await parseDuckdb(parser, sql, signal), nameable),
    async run({ version, tenant, sql, used, limit }, signal) {
      if (!('file' in version)) throw new TypeError('A server is not read by DuckDB.');
      const { file } = version;
      const attachAs = `w${randomUUID().replaceAll('-', '')}`;
      const ground = groundOf(attachAs);
      const views = used.map((table) => ({ name: table.name, select: withLiterals(table.select(ground)) }));
      const keepsOrder = used.every(({ rules }) => rules.length === 0);
      const ticket = { tenant, place: file, patienceMs, signal };
      const request = { sql, attachAs, views, keepsOrder, limit };
      try {
        const [answer] = await queue.run(ticket, () => sandboxes.query(file, [request], signal));
        return answer!;
      } catch (error) {
        if (error instanceof StatementFailed) throw engineFault(error, error.at);
        throw error;
      }
    },
  };
}
