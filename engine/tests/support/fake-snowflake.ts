import { createVerify, generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { PlanValue } from '../../src/plan/plan.ts';
import type { SnowflakeSettings } from '../../src/warehouses/servers/server-settings.ts';

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

export interface FakeSnowflake {
  settings: SnowflakeSettings;
  /** An encrypted private key whose public key the account has registered. */
  key: { privateKey: string; passphrase: string };
  /** Statements in order, including those that set up sessions. */
  received: ReceivedStatement[];
  logins: Record<string, unknown>[];
  aborted: string[];
  /** The number of further requests whose connections are cut. */
  cut: { requests: number };
  close(): Promise<void>;
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

/** Snowflake's HTTP protocol: sessions, statements, chunks of long results, and aborting. */
export async function openFakeSnowflake(
  run: (statement: { sql: string; parameters: PlanValue[] }) => Promise<SnowflakeAnswer>,
): Promise<FakeSnowflake> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'of the key' },
  });
  const received: ReceivedStatement[] = [];
  const logins: Record<string, unknown>[] = [];
  const aborted: string[] = [];
  const cut = { requests: 0 };
  const parts: string[] = [];
  const waiting = new Map<string, () => void>();
  let address = '';

  const send = (response: ServerResponse, body: object) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const success = (data: object) => ({ data, code: null, message: null, success: true });
  const refused = (code: string, message: string, sqlState = '08001') => ({
    data: { sqlState, errorCode: code },
    code,
    message,
    success: false,
  });

  /** Whether a web token was signed with the user's key. */
  const signed = (token: unknown): boolean => {
    const [head, body, signature = ''] = String(token).split('.');
    return createVerify('RSA-SHA256').update(`${head}.${body}`).verify(publicKey, signature, 'base64url');
  };
  const login = ({ LOGIN_NAME, PASSWORD: password, AUTHENTICATOR, TOKEN: token }: Record<string, unknown>) => {
    if (AUTHENTICATOR === 'SNOWFLAKE_JWT') return signed(token) ? null : refused('390144', 'JWT token is invalid.');
    if (AUTHENTICATOR === 'PROGRAMMATIC_ACCESS_TOKEN')
      return token === TOKEN ? null : refused('394400', 'Programmatic access token is invalid.');
    return LOGIN_NAME === 'reader' && password === PASSWORD
      ? null
      : refused('390100', 'Incorrect username or password was specified.');
  };

  const answerTo = async (requestId: string, { sql, parameters }: ReceivedStatement): Promise<object> => {
    const queryId = `01b0-${received.length}`;
    const common = { queryId, parameters: PARAMETERS, version: 1, queryResultFormat: 'json' };
    if (/^(ALTER SESSION|USE SECONDARY)/.test(sql))
      return success({
        ...common,
        rowtype: [{ name: 'status', type: 'text', nullable: true }],
        rowset: [['done']],
        total: 1,
        returned: 1,
      });
    const answer = await run({ sql, parameters }).catch((error: Error): SnowflakeAnswer => {
      return { error: { code: '001003', sqlState: '42000', message: `SQL compilation error:\n${error.message}` } };
    });
    if (answer.hangs) {
      await new Promise<void>((resolve) => waiting.set(requestId, resolve));
      return refused('000604', 'SQL execution canceled', '57014');
    }
    if (answer.error) return refused(answer.error.code, answer.error.message, answer.error.sqlState);
    const { columns = [], rows = [], inline = rows.length } = answer;
    const rowtype = columns.map(({ type, scale }, index) => ({
      name: `C${index}`,
      type,
      scale: scale ?? null,
      precision: 38,
      nullable: true,
    }));
    const later: { url: string; rowCount: number; uncompressedSize: number; compressedSize: number }[] = [];
    for (let from = inline; from < rows.length; from += 700) {
      const some = rows.slice(from, from + 700);
      const text = some.map((row) => JSON.stringify(row)).join(',');
      parts.push(text);
      later.push({
        url: `${address}/part/${parts.length - 1}`,
        rowCount: some.length,
        uncompressedSize: text.length,
        compressedSize: text.length,
      });
    }
    const chunks = later.length === 0 ? {} : { chunks: later, chunkHeaders: { 'x-part-key': 'given with the answer' } };
    return success({
      ...common,
      rowtype,
      rowset: rows.slice(0, inline),
      total: rows.length,
      returned: rows.length,
      ...chunks,
    });
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://local');
    if (cut.requests > 0 && pathname.startsWith('/queries')) {
      cut.requests -= 1;
      return void request.socket.destroy();
    }
    if (pathname.startsWith('/part/')) {
      if (request.headers['x-part-key'] !== 'given with the answer') return void response.writeHead(403).end();
      const text = gzipSync(parts[Number(pathname.slice(6))]!);
      return void response
        .writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'application/octet-stream' })
        .end(text);
    }
    const body = await bodyOf(request);
    if (pathname === '/session/v1/login-request') {
      const data = body['data'] as Record<string, unknown>;
      logins.push({ ...data, ...Object.fromEntries(searchParams) });
      return send(
        response,
        login(data) ??
          success({
            token: 'session',
            masterToken: 'master',
            validityInSeconds: 3600,
            masterValidityInSeconds: 14_400,
            sessionId: 1,
            parameters: PARAMETERS,
          }),
      );
    }
    if (request.headers.authorization !== 'Snowflake Token="session"')
      return send(response, refused('390104', 'Session token not found.'));
    if (pathname.endsWith('/abort-request')) {
      const requestId = String(body['requestId'] ?? [...waiting.keys()].at(-1));
      aborted.push(requestId);
      waiting.get(requestId)?.();
      return send(response, success({}));
    }
    if (pathname === '/queries/v1/query-request') {
      const { sqlText, bindings, parameters } = body as {
        sqlText: string;
        bindings?: Parameters<typeof bound>[0];
        parameters?: Record<string, unknown>;
      };
      const statement = { sql: sqlText, parameters: bound(bindings), settings: parameters ?? {} };
      received.push(statement);
      return send(response, await answerTo(searchParams.get('requestId') ?? '', statement));
    }
    send(response, success({}));
  };

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  address = `http://127.0.0.1:${port}`;
  const settings: SnowflakeSettings = {
    engine: 'snowflake',
    host: '127.0.0.1',
    port,
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
  return {
    settings,
    key: { privateKey, passphrase: 'of the key' },
    received: received,
    logins,
    aborted,
    cut,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
