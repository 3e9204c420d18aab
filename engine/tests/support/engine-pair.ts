import { semanticQuery } from '@rise/contract';
import type { Cell, QueryResult } from '@rise/contract';
import { toQueryResult } from '../../src/results/query-result.ts';
import type { Scope } from '../../src/plan/scope.ts';
import type { WarehouseVersion } from '../../src/warehouses/warehouses.ts';
import { alike } from './random-queries.ts';
import { openServers } from './test-servers.ts';
import { openTiny, tinyStatements } from './tiny-warehouse.ts';
import type { Branch, TinyWarehouse } from './tiny-warehouse.ts';

export interface TwoEngines {
  tiny: TinyWarehouse;
  /** The same rows in every server. */
  servers: WarehouseVersion[];
  versions: Awaited<ReturnType<typeof openServers>>['versions'];
  /** The result, which must be the same on every engine except for the last digits of doubles. */
  runQuery(query: object, scope?: Partial<Scope>): Promise<QueryResult>;
  /** The result of one server. */
  askOf(version: WarehouseVersion, query: object, scope?: Partial<Scope>): Promise<QueryResult>;
  /** Plain SQL on the same rows, with alder's `branch JOIN balance` as `t`; numbers as numbers. */
  plain(select: string): Promise<Cell[][]>;
  close(): Promise<void>;
}

const numbered = (cell: unknown): Cell => {
  if (typeof cell === 'string' && /^-?\d+(\.\d+)?$/.test(cell)) return Number(Number(cell).toPrecision(11));
  return typeof cell === 'number' ? Number(cell.toPrecision(11)) : (cell as Cell);
};
/** Rows with every number as a number, to the digits on which engines agree. */
export const numbers = (rows: readonly (readonly unknown[])[]): Cell[][] => rows.map((row) => row.map(numbered));

/** The tiny warehouse on every engine. */
export async function openTwoEngines(rows: Branch[], fields: Parameters<typeof openTiny>[2] = {}): Promise<TwoEngines> {
  const tiny = await openTiny(rows, {}, fields);
  const opened = await openServers(tinyStatements(rows), tiny.version.asOf);
  const { client } = opened.postgres;
  await client.query(
    `CREATE VIEW t AS SELECT branch.*, assets, COALESCE(worth, worth_before) AS worth, lost FROM branch LEFT JOIN balance USING (tenant_id, branch_id) WHERE tenant_id = 'alder'`,
  );
  const servers = Object.values(opened.versions);
  const askOf: TwoEngines['askOf'] = async (version, query, scope = {}) => {
    const answer = await tiny.engine.queries.run({
      model: tiny.model,
      version,
      scope: { tenant: 'alder', ...scope },
      query: semanticQuery.parse({ dataset: 'book', ...query }),
    });
    return toQueryResult(answer, { dataVersion: 1, asOf: version.asOf, unmapped: [] });
  };
  return {
    tiny,
    servers,
    versions: opened.versions,
    askOf,
    async runQuery(query, scope = {}) {
      const embedded = await tiny.runQuery(query, scope);
      const results = ({ columns, rows: result, totals, meta, pivot }: QueryResult) =>
        JSON.stringify([columns, alike(result), alike(totals ? [totals] : []), meta.truncated, pivot]);
      for (const version of servers) {
        const served = await askOf(version, query, scope);
        const { engine } = (version as { server: { engine: string } }).server;
        if (results(served) !== results(embedded))
          throw new Error(`The engines differ.\nduckdb: ${results(embedded)}\n${engine}: ${results(served)}`);
      }
      return embedded;
    },
    async plain(select) {
      const { rows: result } = await client.query({ text: select, rowMode: 'array' });
      return numbers(result as unknown[][]);
    },
    async close() {
      await tiny.close();
      await opened.close();
    },
  };
}
