import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TrinoSettings } from '../src/warehouses/server-settings.ts';
import type { PlanValue } from '../src/plan/plan.ts';

/** What the engine behind the protocol does with a statement. */
export interface TrinoAnswer {
  /** Pages of rows, each row as the JSON text of an array. */
  pages?: string[][];
  error?: { message: string; errorName: string; errorType: string };
  /** Goes on without an end until it is cancelled. */
  hangs?: boolean;
}

export interface LocalTrino {
  settings: TrinoSettings;
  /** Every request for a statement: headers, and the text as it came. */
  asked: { headers: IncomingMessage['headers']; text: string }[];
  cancelled: string[];
  /** What the next requests are answered with, before anything is looked at: a status each. */
  troubles: number[];
  close(): Promise<void>;
}

/** A statement and its parameters out of what the client wrote. */
export function unbound(asked: string): { sql: string; parameters: PlanValue[] } {
  const found = /^EXECUTE IMMEDIATE '((?:[^']|'')*)'(?: USING (.*))?$/s.exec(asked);
  if (!found) return { sql: asked, parameters: [] };
  const plain = (quoted: string) => quoted.replaceAll("''", "'");
  const words = (found[2] ?? '').match(/'(?:[^']|'')*'|[^\s,]+/g) ?? [];
  const value = (word: string): PlanValue => {
    if (word.startsWith("'")) return plain(word.slice(1, -1));
    return word === 'TRUE' || word === 'FALSE' ? word === 'TRUE' : Number(word);
  };
  return { sql: plain(found[1]!), parameters: words.map(value) };
}

const PASSWORD = 'a secret: of mine';

/** Trino's client protocol over HTTP: a statement is posted, and its pages are fetched one after the other. */
export async function openLocalTrino(
  run: (statement: { sql: string; parameters: PlanValue[] }) => Promise<TrinoAnswer>,
): Promise<LocalTrino> {
  const asked: LocalTrino['asked'] = [];
  const cancelled: string[] = [];
  const troubles: number[] = [];
  const running = new Map<string, { answer: Promise<TrinoAnswer>; over: boolean }>();

  const send = (response: ServerResponse, status: number, body = '') => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  };
  /** As Trino behind a proxy does, it names a host of its own for the next page. */
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
    // Between pages of rows there are some without any.
    const data = place % 2 === 1 ? `,"data":[${(pages[(place - 1) / 2] ?? []).join(',')}]` : '';
    return place + 1 < pages.length * 2 ? `{${head(id)},${next(id, place + 1)}${data}}` : `{${head(id)}${data}}`;
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const trouble = troubles.shift();
    if (trouble !== undefined) return send(response, trouble, 'come back later');
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
      asked.push({ headers: request.headers, text: whole });
      const fresh = `20261121_000000_${String(asked.length).padStart(5, '0')}_local`;
      const answered = run(unbound(whole)).catch((error: Error): TrinoAnswer => {
        return { error: { message: error.message, errorName: 'SYNTAX_ERROR', errorType: 'USER_ERROR' } };
      });
      running.set(fresh, { answer: answered, over: false });
      return send(response, 200, `{${head(fresh)},${next(fresh, 0)}}`);
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
    asked,
    cancelled,
    troubles,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
