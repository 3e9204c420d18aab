import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Cell } from '@rise/contract';
import { openFile, PreparingConnection } from './duckdb.ts';

/**
 * The baseline for the portal: node:http and DuckDB, without guards, tenants, sessions or cache. Takes
 * `{sql, parameters}` and returns the rows. Its argument is the version file; it prints its port.
 */
const CONNECTIONS = 4;
const instance = await openFile(process.argv[2]!);
const idle = await Promise.all(
  Array.from({ length: CONNECTIONS }, async () => new PreparingConnection(await instance.connect())),
);
const waiting: ((connection: PreparingConnection) => void)[] = [];

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { sql, parameters } = JSON.parse(await text(request)) as { sql: string; parameters: Cell[] };
  const connection = idle.pop() ?? (await new Promise<PreparingConnection>((turn) => waiting.push(turn)));
  try {
    const body = JSON.stringify({ rows: await connection.run(sql, parameters) });
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
    response.end(body);
  } finally {
    const next = waiting.shift();
    if (next) next(connection);
    else idle.push(connection);
  }
}

const server = createServer((request, response) => void answer(request, response));
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
