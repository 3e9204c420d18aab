import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { TrinoSettings } from '../../src/warehouses/servers/server-settings.ts';
import type { PlanValue } from '../../src/plan/predicates.ts';
import { listenLocally } from './local-http.ts';
import type { LocalHttp } from './local-http.ts';

/** The backend's response to a statement. */
export interface TrinoAnswer {
  /** Pages of rows, each row as the JSON text of an array. */
  pages?: string[][];
  error?: { message: string; errorName: string; errorType: string };
  /** Runs until it is canceled. */
  hangs?: boolean;
}

/** Splits a client's text into a statement and its parameters. */
function unbound(received: string): { sql: string; parameters: PlanValue[] } {
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

type RunStatement = (statement: { sql: string; parameters: PlanValue[] }) => Promise<TrinoAnswer>;

function send(response: ServerResponse, status: number, body = ''): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}

/** Names another host for the next page, as Trino behind a proxy does. */
const next = (id: string, page: number) =>
  `"nextUri":"https://coordinator.invalid:9999/v1/statement/executing/${id}/y1/${page}"`;
const head = (id: string) => `"id":"${id}","infoUri":"http://coordinator.invalid/ui","stats":{"state":"RUNNING"}`;

/** Trino's HTTP protocol: a statement is posted, then its pages are fetched one by one. */
export class FakeTrino {
  /** Every request for a statement: headers and text. */
  readonly received: { headers: IncomingMessage['headers']; text: string }[] = [];
  readonly canceled: string[] = [];
  /** Requests for a page: a client that has sent one knows the query that it can cancel. */
  pages = 0;
  /** HTTP status codes with which the next requests fail. */
  readonly troubles: number[] = [];
  readonly #run: RunStatement;
  readonly #running = new Map<string, { answer: Promise<TrinoAnswer>; over: boolean }>();
  #http: LocalHttp | null = null;

  constructor(run: RunStatement) {
    this.#run = run;
  }

  async listen(): Promise<void> {
    this.#http = await listenLocally((request, response) => this.#answer(request, response));
  }

  async close(): Promise<void> {
    await this.#http?.close();
  }

  get settings(): TrinoSettings {
    return {
      engine: 'trino',
      host: '127.0.0.1',
      port: this.#http!.port,
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
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const issue = this.troubles.shift();
    if (issue !== undefined) return send(response, issue, 'come back later');
    const basic = `Basic ${Buffer.from(`reader:${PASSWORD}`).toString('base64')}`;
    const { authorization } = request.headers;
    if (authorization !== basic && authorization !== 'Bearer good.token') return send(response, 401, 'Unauthorized');
    const [, version, kind, query = '', id = '', , place] = (request.url ?? '').split('/');
    if (request.method === 'DELETE' && version === 'v1' && kind === 'query') {
      this.canceled.push(query);
      if (this.#running.has(query)) this.#running.get(query)!.over = true;
      return send(response, 204);
    }
    if (request.method === 'POST') return send(response, 200, this.#start(request.headers, await text(request)));
    this.pages += 1;
    return this.#running.has(id) ? send(response, 200, await this.#page(id, Number(place))) : send(response, 404);
  }

  #start(headers: IncomingMessage['headers'], statement: string): string {
    this.received.push({ headers, text: statement });
    const id = `20261121_000000_${String(this.received.length).padStart(5, '0')}_local`;
    const answer = this.#run(unbound(statement)).catch((error: Error): TrinoAnswer => {
      return { error: { message: error.message, errorName: 'SYNTAX_ERROR', errorType: 'USER_ERROR' } };
    });
    this.#running.set(id, { answer, over: false });
    return `{${head(id)},${next(id, 0)}}`;
  }

  async #page(id: string, place: number): Promise<string> {
    const query = this.#running.get(id)!;
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
  }
}
