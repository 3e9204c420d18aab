// ClickHouse's own engine in a child process, behind a small part of its HTTP protocol. Arguments: the folder in which
// the package `chdb` is installed, and, as JSON, what the server requires of clients: `user` and `password`, `key` and
// `cert` for TLS. Prints its port; `/left` returns how many statements clients abandoned, `/ran` how many were run
// rather than only parsed.
import { createRequire } from 'node:module';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const [folder, reported = '{}'] = process.argv.slice(2);
const { user, password, key, cert } = JSON.parse(reported);
const { Session } = createRequire(join(folder, 'package.json'))('chdb');
const session = new Session();
// Tests have few rows, so threads would only cost time.
session.query('SET max_threads = 1');
/** URL parameters that belong to the protocol, or that would detach the session from the test's tables. */
const NO_SETTINGS = new Set([
  'query_id',
  'database',
  'default_format',
  'session_id',
  'readonly',
  'query',
  'enable_http_compression',
  'wait_end_of_query',
]);
const set = new Map();
let left = 0;
let ran = 0;
/** Statements running under the session's settings; others wait until there are none. */
let running = 0;
let free = [];

/** Applies a statement's settings: a server has settings per statement, this session has one set for all. */
async function applySettings(requested) {
  const same = () => requested.size === set.size && [...requested].every(([name, value]) => set.get(name) === value);
  const busy = () => running > 0 && !same();
  while (busy()) await new Promise((resolve) => free.push(resolve));
  running += 1;
  for (const name of set.keys())
    if (!requested.has(name)) {
      session.query(`SET ${name} = DEFAULT`);
      set.delete(name);
    }
  for (const [name, value] of requested)
    if (set.get(name) !== value) {
      session.query(`SET ${name} = '${value}'`);
      set.set(name, value);
    }
}
function release() {
  running -= 1;
  const waiting = free;
  free = [];
  for (const resolve of waiting) resolve();
}

function mayEnter({ headers }) {
  if (user === undefined) return true;
  const input = headers['x-clickhouse-user']
    ? `${headers['x-clickhouse-user']}:${headers['x-clickhouse-key'] ?? ''}`
    : Buffer.from((headers.authorization ?? '').replace(/^Basic /, ''), 'base64').toString();
  return input === `${user}:${password}`;
}

function refuse(response, status, message) {
  response.statusCode = status;
  response.setHeader('X-ClickHouse-Exception-Code', /Code: (\d+)/.exec(message)?.[1] ?? '0');
  response.end(message.includes('DB::Exception') ? message : `Code: 0. DB::Exception: ${message}`);
}

async function answer(request, response) {
  const url = new URL(request.url, 'http://localhost');
  if (url.pathname === '/ping') return response.end('Ok.\n');
  if (url.pathname === '/left') return response.end(String(left));
  if (url.pathname === '/ran') return response.end(String(ran));
  if (!mayEnter(request))
    return refuse(response, 403, 'Code: 516. DB::Exception: Authentication failed. (AUTHENTICATION_FAILED)');
  const query = (await text(request)) || url.searchParams.get('query');
  response.on('close', () => {
    if (!response.writableFinished) left += 1;
  });
  const values = {};
  const requested = new Map();
  for (const [name, value] of url.searchParams)
    if (name.startsWith('param_')) values[name.slice(6)] = unescaped(value);
    else if (!NO_SETTINGS.has(name)) requested.set(name, value);
  if (!query.startsWith('EXPLAIN AST ')) ran += 1;
  await applySettings(requested);
  try {
    const format = /\nFORMAT (\w+)\s*$/.exec(query)?.[1] ?? url.searchParams.get('default_format') ?? 'TabSeparated';
    const found = Object.keys(values).length
      ? await session.queryBindAsync(query, values, { format })
      : await session.queryAsync(query, { format });
    response.end(Buffer.from(found.bytes()));
  } catch (error) {
    refuse(response, 500, String(error?.message ?? error));
  } finally {
    release();
  }
}
/** Values are escaped as in ClickHouse's tab-separated format. */
function unescaped(value) {
  return value.replace(
    /\\(.)/g,
    (_, letter) => ({ n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', 0: '\0' })[letter] ?? letter,
  );
}

const server = key ? createSecureServer({ key, cert }, answer) : createServer(answer);
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
process.on('disconnect', () => process.exit(0));
