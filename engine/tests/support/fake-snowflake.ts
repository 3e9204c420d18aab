import { createVerify, generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { PlanValue } from '../../src/plan/predicates.ts';
import type { SnowflakeSettings } from '../../src/warehouses/servers/server-settings.ts';
import { listenLocally } from './local-http.ts';
import type { LocalHttp } from './local-http.ts';

export interface SnowflakeColumn {
  type: 'fixed' | 'real' | 'text' | 'boolean' | 'date' | 'timestamp_ntz';
  scale?: number;
}

/** The backend's response to a statement; values in Snowflake's wire format: days and seconds since 1970. */
export interface SnowflakeAnswer {
  columns?: SnowflakeColumn[];
  rows?: (string | null)[][];
  /** How many of the rows are in the first response; the others are in chunks at other URLs. */
  inline?: number;
  error?: { code: string; sqlState: string; message: string };
  /** Runs until it is aborted. */
  hangs?: boolean;
}

interface ReceivedStatement {
  sql: string;
  parameters: PlanValue[];
  settings: Record<string, unknown>;
}

const PASSWORD = 'a secret of mine';
const TOKEN = 'programmatic-access-token';

/** Session state that is part of each response. */
const PARAMETERS = Object.entries({
  TIMEZONE: 'UTC',
  DATE_OUTPUT_FORMAT: 'YYYY-MM-DD',
  TIMESTAMP_OUTPUT_FORMAT: 'YYYY-MM-DD HH24:MI:SS.FF6',
  TIMESTAMP_NTZ_OUTPUT_FORMAT: 'YYYY-MM-DD HH24:MI:SS.FF6',
  JS_TREAT_INTEGER_AS_BIGINT: true,
}).map(([name, value]) => ({ name, value }));

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const sent = await buffer(request);
  if (sent.length === 0) return {};
  return JSON.parse((sent[0] === 0x1f ? gunzipSync(sent) : sent).toString()) as Record<string, unknown>;
}

const bound = (bindings: Record<string, { type: string; value: string }> = {}): PlanValue[] =>
  Object.entries(bindings)
    .toSorted(([one], [other]) => Number(one) - Number(other))
    .map(([, { type, value }]) => (type === 'TEXT' ? value : type === 'BOOLEAN' ? value === 'true' : Number(value)));

const success = (data: object) => ({ data, code: null, message: null, success: true });
const refused = (code: string, message: string, sqlState = '08001') => ({
  data: { sqlState, errorCode: code },
  code,
  message,
  success: false,
});

const rowtypeOf = (columns: readonly SnowflakeColumn[]) =>
  columns.map(({ type, scale }, index) => ({
    name: `C${index}`,
    type,
    scale: scale ?? null,
    precision: 38,
    nullable: true,
  }));

function send(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const PASSPHRASE = 'of the key';
/** Header value that a request for a chunk has to repeat. */
const PART_KEY = 'given with the answer';
const ROWS_PER_PART = 700;

type RunStatement = (statement: { sql: string; parameters: PlanValue[] }) => Promise<SnowflakeAnswer>;

/** Snowflake's HTTP protocol: sessions, statements, chunks of long results, and aborting. */
export class FakeSnowflake {
  /** An encrypted private key whose public key the account has registered. */
  readonly key: { privateKey: string; passphrase: string };
  /** Statements in order, including those that set up sessions. */
  readonly received: ReceivedStatement[] = [];
  readonly logins: Record<string, unknown>[] = [];
  readonly aborted: string[] = [];
  /** The number of further requests whose connections are cut. */
  readonly cut = { requests: 0 };
  readonly #run: RunStatement;
  readonly #publicKey: string;
  /** The chunks of all results, by number. */
  readonly #parts: string[] = [];
  /** Ends a hanging statement, by request id. */
  readonly #hanging = new Map<string, () => void>();
  #http: LocalHttp | null = null;

  constructor(run: RunStatement) {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: PASSPHRASE },
    });
    this.key = { privateKey, passphrase: PASSPHRASE };
    this.#publicKey = publicKey;
    this.#run = run;
  }

  async listen(): Promise<void> {
    this.#http = await listenLocally((request, response) => this.#answer(request, response));
  }

  async close(): Promise<void> {
    await this.#http?.close();
  }

  get settings(): SnowflakeSettings {
    return {
      engine: 'snowflake',
      host: '127.0.0.1',
      port: this.#http!.port,
      account: 'acme-cedar',
      user: 'reader',
      password: PASSWORD,
      token: null,
      privateKey: null,
      passphrase: null,
      warehouse: 'SMALL',
      database: 'FIGURES',
      schema: 'MAIN',
      role: 'READER',
      tls: null,
      connections: 4,
      deadlineMs: 30_000,
      tenantColumn: 'tenant_id',
    };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://local');
    if (this.cut.requests > 0 && pathname.startsWith('/queries')) {
      this.cut.requests -= 1;
      return void request.socket.destroy();
    }
    if (pathname.startsWith('/part/')) return this.#sendPart(request, response, Number(pathname.slice(6)));
    const body = await bodyOf(request);
    if (pathname === '/session/v1/login-request') {
      const data = body['data'] as Record<string, unknown>;
      this.logins.push({ ...data, ...Object.fromEntries(searchParams) });
      return send(response, this.#logIn(data));
    }
    if (request.headers.authorization !== 'Snowflake Token="session"')
      return send(response, refused('390104', 'Session token not found.'));
    if (pathname.endsWith('/abort-request')) {
      this.#abort(body['requestId']);
      return send(response, success({}));
    }
    if (pathname === '/queries/v1/query-request')
      return send(response, await this.#runStatement(searchParams.get('requestId') ?? '', body));
    send(response, success({}));
  }

  #logIn(data: Record<string, unknown>): object {
    return (
      this.#loginError(data) ??
      success({
        token: 'session',
        masterToken: 'master',
        validityInSeconds: 3600,
        masterValidityInSeconds: 14_400,
        sessionId: 1,
        parameters: PARAMETERS,
      })
    );
  }

  #loginError({ LOGIN_NAME, PASSWORD: password, AUTHENTICATOR, TOKEN: token }: Record<string, unknown>): object | null {
    if (AUTHENTICATOR === 'SNOWFLAKE_JWT')
      return this.#isSigned(token) ? null : refused('390144', 'JWT token is invalid.');
    if (AUTHENTICATOR === 'PROGRAMMATIC_ACCESS_TOKEN')
      return token === TOKEN ? null : refused('394400', 'Programmatic access token is invalid.');
    return LOGIN_NAME === 'reader' && password === PASSWORD
      ? null
      : refused('390100', 'Incorrect username or password was specified.');
  }

  /** Whether a web token was signed with the user's key. */
  #isSigned(token: unknown): boolean {
    const [head, body, signature = ''] = String(token).split('.');
    return createVerify('RSA-SHA256').update(`${head}.${body}`).verify(this.#publicKey, signature, 'base64url');
  }

  #abort(id: unknown): void {
    const requestId = String(id ?? [...this.#hanging.keys()].at(-1));
    this.aborted.push(requestId);
    this.#hanging.get(requestId)?.();
  }

  async #runStatement(requestId: string, body: Record<string, unknown>): Promise<object> {
    const { sqlText, bindings, parameters } = body as {
      sqlText: string;
      bindings?: Parameters<typeof bound>[0];
      parameters?: Record<string, unknown>;
    };
    const statement = { sql: sqlText, parameters: bound(bindings) };
    this.received.push({ ...statement, settings: parameters ?? {} });
    if (/^(ALTER SESSION|USE SECONDARY)/.test(sqlText))
      return this.#result({ columns: [{ type: 'text' }], rows: [['done']] });
    const answer = await this.#run(statement).catch((error: Error): SnowflakeAnswer => {
      return { error: { code: '001003', sqlState: '42000', message: `SQL compilation error:\n${error.message}` } };
    });
    if (answer.hangs) {
      await new Promise<void>((resolve) => this.#hanging.set(requestId, resolve));
      return refused('000604', 'SQL execution canceled', '57014');
    }
    if (answer.error) return refused(answer.error.code, answer.error.message, answer.error.sqlState);
    return this.#result(answer);
  }

  #result({ columns = [], rows = [], inline = rows.length }: SnowflakeAnswer): object {
    const chunks = this.#chunksOf(rows.slice(inline));
    return success({
      queryId: `01b0-${this.received.length}`,
      parameters: PARAMETERS,
      version: 1,
      queryResultFormat: 'json',
      rowtype: rowtypeOf(columns),
      rowset: rows.slice(0, inline),
      total: rows.length,
      returned: rows.length,
      ...(chunks.length > 0 && { chunks, chunkHeaders: { 'x-part-key': PART_KEY } }),
    });
  }

  #chunksOf(rows: readonly (string | null)[][]): object[] {
    const chunks: object[] = [];
    for (let from = 0; from < rows.length; from += ROWS_PER_PART) {
      const some = rows.slice(from, from + ROWS_PER_PART);
      const text = some.map((row) => JSON.stringify(row)).join(',');
      this.#parts.push(text);
      chunks.push({
        url: `http://127.0.0.1:${this.#http!.port}/part/${this.#parts.length - 1}`,
        rowCount: some.length,
        uncompressedSize: text.length,
        compressedSize: text.length,
      });
    }
    return chunks;
  }

  #sendPart(request: IncomingMessage, response: ServerResponse, number: number): void {
    if (request.headers['x-part-key'] !== PART_KEY) return void response.writeHead(403).end();
    response
      .writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'application/octet-stream' })
      .end(gzipSync(this.#parts[number]!));
  }
}
