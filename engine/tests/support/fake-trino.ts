import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TrinoSettings } from '../../src/warehouses/servers/server-settings.ts';
import type { PlanValue } from '../../src/plan/plan.ts';

/** The backend's response to a statement. */
export interface TrinoAnswer {
  /** Pages of rows, each row as the JSON text of an array. */
  pages?: string[][];
  error?: { message: string; errorName: string; errorType: string };
  /** Runs until it is canceled. */
  hangs?: boolean;
}

export interface FakeTrino {
  settings: TrinoSettings;
  /** Every request for a statement: headers and text. */
  received: { headers: IncomingMessage['headers']; text: string }[];
  cancelled: string[];
  /** HTTP status codes with which the next requests fail. */
  troubles: number[];
  close(): Promise<void>;
}

/** Splits a client's text into a statement and its parameters. */
export function unbound(received: string): { sql: string; parameters: PlanValue[] } {
  const execute = /^EXECUTE IMMEDIATE '((?:[^']|'')*)'(?: USING (.*))?$/s.exec(received);
  if (!execute) return { sql: received, parameters: [] };
  const plain = (quoted: string) => quoted.replaceAll("''", "'");
  const words = (execute[2] ?? '').match(/'(?:[^']|'')*'|[^\s,]+/g) ?? [];
  const value = (word: string): PlanValue => {
    if (word.startsWith("'")) return plain(word.slice(1, -1));
    return word === 'TRUE' || word === 'FALSE' ? word === 'TRUE' : Number(word);
  };
  return { sql: plain(execute[1]!), parameters: words.map(value) };
}

const PASSWORD = 'a secret: of mine';

/** Trino's HTTP protocol: a statement is posted, then its pages are fetched one by one. */
export async function openFakeTrino(
  run: (statement: { sql: string; parameters: PlanValue[] }) => Promise<TrinoAnswer>,
): Promise<FakeTrino> {
  const received: FakeTrino['received'] = [];
  const cancelled: string[] = [];
  const troubles: number[] = [];
  const running = new Map<string, { answer: Promise<TrinoAnswer>; over: boolean }>();

  const send = (response: ServerResponse, status: number, body = '') => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  };
  /** Names another host for the next page, as Trino behind a proxy does. */
  const next = (id: string, page: number) =>
    `"nextUri":"https://coordinator.invalid:9999/v1/statement/executing/${id}/y1/${page}"`;
  const head = (id: string) => `"id":"${id}","infoUri":"http://coordinator.invalid/ui","stats":{"state":"RUNNING"}`;

  const page = async (id: string, place: number): Promise<string> => {
    const query = running.get(id)!;
    const answer = await query.answer;
    if (query.over)
      return `{${head(id)},"error":{"message":"Query was canceled","errorName":"USER_CANCELED","errorType":"USER_ERROR"}}`;
    if (answer.error) return `{${head(id)},"error":${JSON.stringify(answer.error)}}`;
    if (answer.hangs) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return `{${head(id)},${next(id, place)}}`;
    }
    const pages = answer.pages ?? [];
    // Some pages between those with rows are empty.
    const data = place % 2 === 1 ? `,"data":[${(pages[(place - 1) / 2] ?? []).join(',')}]` : '';
    return place + 1 < pages.length * 2 ? `{${head(id)},${next(id, place + 1)}${data}}` : `{${head(id)}${data}}`;
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const issue = troubles.shift();
    if (issue !== undefined) return send(response, issue, 'come back later');
    const basic = `Basic ${Buffer.from(`reader:${PASSWORD}`).toString('base64')}`;
    const { authorization } = request.headers;
    if (authorization !== basic && authorization !== 'Bearer good.token') return send(response, 401, 'Unauthorized');
    const [, version, kind, , id = '', , place] = (request.url ?? '').split('/');
    if (request.method === 'DELETE' && version === 'v1' && kind === 'query') {
      const query = (request.url ?? '').split('/')[3]!;
      cancelled.push(query);
      if (running.has(query)) running.get(query)!.over = true;
      return send(response, 204);
    }
    if (request.method === 'POST') {
      const whole = await text(request);
      received.push({ headers: request.headers, text: whole });
      const created = `20261121_000000_${String(received.length).padStart(5, '0')}_local`;
      const answered = run(unbound(whole)).catch((error: Error): TrinoAnswer => {
        return { error: { message: error.message, errorName: 'SYNTAX_ERROR', errorType: 'USER_ERROR' } };
      });
      running.set(created, { answer: answered, over: false });
      return send(response, 200, `{${head(created)},${next(created, 0)}}`);
    }
    return running.has(id) ? send(response, 200, await page(id, Number(place))) : send(response, 404);
  };

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const settings: TrinoSettings = {
    engine: 'trino',
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    user: 'reader',
    password: PASSWORD,
    token: null,
    catalog: 'lake',
    schema: 'main',
    tls: null,
    connections: 4,
    deadlineMs: 30_000,
    tenantColumn: 'tenant_id',
  };
  return {
    settings,
    received: received,
    cancelled,
    troubles,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
