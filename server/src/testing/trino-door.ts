import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface TrinoDoor {
  readonly port: number;
  /** Users and tags of the statements that came. */
  readonly asked: { user: unknown; tags: unknown }[];
  close(): Promise<void>;
}

/** The statement in PostgreSQL's words; only what simple questions are made of. */
function inPostgres(asked: string): { sql: string; values: string[] } {
  const found = /^EXECUTE IMMEDIATE '((?:[^']|'')*)'(?: USING (.*))?$/s.exec(asked);
  const [sql, using] = found ? [found[1]!.replaceAll("''", "'"), found[2] ?? ''] : [asked, ''];
  const values = (using.match(/'(?:[^']|'')*'|[^\s,]+/g) ?? []).map((word) => word.replaceAll(/^'|'$/g, '').replaceAll("''", "'")); // prettier-ignore
  let place = 0;
  return {
    sql: sql.replaceAll('AS DOUBLE)', 'AS DOUBLE PRECISION)').replaceAll('?', () => `$${(place += 1)}`),
    values,
  };
}

/** Trino's client protocol in front of a PostgreSQL; `run` gives rows as texts. */
export async function openTrinoDoor(
  run: (statement: { sql: string; values: string[] }) => Promise<unknown[][]>,
): Promise<TrinoDoor> {
  const asked: TrinoDoor['asked'] = [];
  const pages = new Map<string, Promise<object>>();
  const server = createServer((request, response) => {
    const send = (body: object) => void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)); // prettier-ignore
    const id = request.url!.split('/')[3] ?? '';
    if (request.method !== 'POST') return void pages.get(id)?.then(send);
    const answer = async () => {
      const statement = await text(request);
      const fresh = `query_${asked.length}`;
      asked.push({ user: request.headers['x-trino-user'], tags: request.headers['x-trino-client-tags'] });
      const page = run(inPostgres(statement)).then(
        (data) => ({ id: fresh, data }),
        (error: Error) => ({ id: fresh, error: { message: error.message, errorName: 'GENERIC_USER_ERROR' } }),
      );
      pages.set(fresh, page);
      send({ id: fresh, nextUri: `http://localhost/v1/statement/${fresh}/1` });
    };
    void answer();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
