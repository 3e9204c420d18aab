import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface TrinoProxy {
  readonly port: number;
  /** Users and tags of the received statements. */
  readonly requests: { user: unknown; tags: unknown }[];
  close(): Promise<void>;
}

/** The statement in PostgreSQL's dialect; covers only what simple queries consist of. */
function toPostgres(statement: string): { sql: string; values: string[] } {
  const match = /^EXECUTE IMMEDIATE '((?:[^']|'')*)'(?: USING (.*))?$/s.exec(statement);
  const [sql, using] = match ? [match[1]!.replaceAll("''", "'"), match[2] ?? ''] : [statement, ''];
  const values = (using.match(/'(?:[^']|'')*'|[^\s,]+/g) ?? []).map((word) =>
    word.replaceAll(/^'|'$/g, '').replaceAll("''", "'"),
  );
  let place = 0;
  return {
    sql: sql.replaceAll('AS DOUBLE)', 'AS DOUBLE PRECISION)').replaceAll('?', () => `$${(place += 1)}`),
    values,
  };
}

/** Trino's client protocol in front of a PostgreSQL; `run` returns rows as texts. */
export async function startTrinoProxy(
  run: (statement: { sql: string; values: string[] }) => Promise<unknown[][]>,
): Promise<TrinoProxy> {
  const requests: TrinoProxy['requests'] = [];
  const pages = new Map<string, Promise<object>>();
  const server = createServer((request, response) => {
    const send = (body: object) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const id = request.url!.split('/')[3] ?? '';
    if (request.method !== 'POST') return void pages.get(id)?.then(send);
    const answer = async () => {
      const statement = await text(request);
      const id = `query_${requests.length}`;
      requests.push({ user: request.headers['x-trino-user'], tags: request.headers['x-trino-client-tags'] });
      const page = run(toPostgres(statement)).then(
        (data) => ({ id: id, data }),
        (error: Error) => ({ id: id, error: { message: error.message, errorName: 'GENERIC_USER_ERROR' } }),
      );
      pages.set(id, page);
      send({ id: id, nextUri: `http://localhost/v1/statement/${id}/1` });
    };
    // The client has left.
    answer().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
