import { createServer } from 'node:http';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyStartedData, killAndRemove } from '../../testing/data-directory.ts';
import {
  COMMAND_LINE,
  freePort,
  runProgram,
  SERVER,
  type Program,
  type ProgramOptions,
} from '../../testing/program.ts';
import { runHere } from '../../testing/run-here.ts';
import { startTraceCollector } from '../../testing/trace-collector.ts';
import { findPostmaster } from '../postgres/postmaster.ts';
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';

let folder: string;
let data: string;
let port: number;
let server: Program;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rise-start-'));
  data = join(folder, 'data');
  port = await copyStartedData(data);
  server = serve({ NODE_OPTIONS: `--import=${await hookThatLists(join(folder, 'loaded'))}` });
  await server.waitForOutput('Rise is ready');
});
afterAll(async () => {
  await killAndRemove(server, folder);
});

/** A module that has Node write the address of each module that it loads into a file; returns its own address. */
async function hookThatLists(file: string): Promise<string> {
  const hook = `import { appendFileSync } from 'node:fs';
    export const load = (url, context, next) => (appendFileSync(${JSON.stringify(file)}, url + '\\n'), next(url, context));`;
  const path = join(folder, 'list-modules.mjs');
  const address = `data:text/javascript,${encodeURIComponent(hook)}`;
  await writeFile(path, `import { register } from 'node:module'; register(${JSON.stringify(address)});`);
  return pathToFileURL(path).href;
}

function serve(env: Record<string, string> = {}): Program {
  return runProgram(SERVER, { env: { RISE_DATA: data, PORT: String(port), ...env } });
}

function rise(args: string[], options: ProgramOptions = {}): Promise<{ code: number | string; output: string }> {
  const program = runProgram(COMMAND_LINE, { args, env: { RISE_DATA: data, PORT: String(port), ...options.env } });
  return program.ended.then((code) => ({ code, output: program.output() }));
}

/** The same within this process: for what a command does, not how it starts. */
const riseHere = (args: string[]) => runHere(args, { RISE_DATA: data, PORT: String(port) });

/** Starts a server that must fail to start; returns the lines it printed last. */
async function refused(env: Record<string, string>): Promise<string[]> {
  const program = serve(env);
  expect(await program.ended).toBe(1);
  return program
    .output()
    .trim()
    .split('\n')
    .filter((line) => line.startsWith('rise:') || !line.endsWith('…'));
}

/** Folders and files that other users may enter, read or change. */
async function openToOthers(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isDirectory() || entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const modes = await Promise.all(
    // Temporary files of the running database may be gone by now.
    [path, ...paths].map(async (name) => ({ name, mode: (await stat(name).catch(() => null))?.mode ?? 0 })),
  );
  return modes.filter(({ mode }) => (mode & 0o077) !== 0).map(({ name }) => name.slice(folder.length));
}

const at = (path: string) => `http://127.0.0.1:${port}${path}`;

test('prints its address and the demo accounts, and becomes ready', async () => {
  expect(server.output()).toContain(`Rise is ready at ${at('/')}`);
  expect(server.output()).toMatch(/password rise-demo:[^]*admin@alder\.example[^]*analyst@birch\.example/);
  expect((await fetch(at('/readyz'))).status).toBe(200);
});

test.each(process.platform === 'linux' ? ['linux'] : [])(
  'DuckDB is in its readers, not in its own process, on %s',
  async () => {
    const mapped = await readFile(`/proc/${server.child.pid}/maps`, 'utf8');
    expect(mapped).toContain('/node');
    expect(mapped).not.toContain('duckdb');
  },
);

test('without an endpoint for traces, nothing of OpenTelemetry that sends them is loaded', async () => {
  const dist = fileURLToPath(new URL('.', SERVER));
  const files = (await readdir(dist, { recursive: true })).filter((name) => name.endsWith('.js'));
  const withExporter: string[] = [];
  for (const name of files) {
    if ((await readFile(join(dist, name), 'utf8')).includes('BatchSpanProcessor')) withExporter.push(name);
  }
  const loaded = (await readFile(join(folder, 'loaded'), 'utf8')).split('\n');
  expect(loaded).toContain(SERVER.href);
  expect(withExporter.length).toBeGreaterThan(0);
  expect(withExporter.filter((name) => loaded.includes(pathToFileURL(join(dist, name)).href))).toEqual([]);
  expect(loaded.filter((url) => url.includes('opentelemetry'))).toEqual([]);
});

describe('beside the running server', () => {
  test('a second server on the same data directory exits with one line that names the process', async () => {
    expect(await refused({ PORT: String(await freePort()) })).toEqual([
      expect.stringMatching(
        /^rise: the data directory .* is in use by process \d+; stop that process, or set RISE_DATA/,
      ),
    ]);
  });

  test('a port in use ends the start with one line that names it', async () => {
    expect(await refused({ RISE_DATA: join(folder, 'other') })).toEqual([
      `rise: port ${port} of 127.0.0.1 is in use by another program; stop that, or set PORT to a free port`,
    ]);
  });

  test('everything in the data directory is inaccessible to others, after the start and after a load', async () => {
    const loading = ['tenant', 'create', '--slug', 'modes', '--name', 'Modes', '--sample', 'core', '--rows', '100'];
    expect((await rise(loading)).code).toBe(0);
    expect(await readdir(join(data, 'warehouse'))).toHaveLength(3);
    expect(await openToOthers(data)).toEqual([]);
  });

  test('a token created on the command line authenticates as its user', async () => {
    const { code, output } = await rise(['token', 'create', '--email', 'Analyst@alder.example', '--days', '1']);
    expect(code).toBe(0);
    const token = output.match(/^rise_[\w-]{43}$/m)![0];
    const answer = await fetch(at('/api/v1/session'), { headers: { authorization: `Bearer ${token}` } });
    expect(await answer.json()).toMatchObject({ tenant: { slug: 'alder' }, roles: ['tenant.user'] });
    // Without --scopes it may do what they may.
    const changed = await fetch(at('/api/v1/account'), {
      method: 'PATCH',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ defaultLandingPage: '/reports' }),
    });
    expect(changed.status).toBe(200);
  });

  test.each<[string, string[], RegExp]>([
    ['an unknown account', ['token', 'create', '--email', 'nobody@alder.example'], /no account has the address/],
    [
      'another tenant',
      ['token', 'create', '--email', 'analyst@alder.example', '--tenant', 'birch'],
      /is in no tenant 'birch'/,
    ],
    [
      'a token of one tenant above the tenants',
      ['token', 'create', '--email', 'global.admin@rise.example', '--tenant', 'alder', '--scopes', 'read,global'],
      /a token of one tenant cannot have the scope 'global'/,
    ],
    ['an existing tenant', ['tenant', 'create', '--slug', 'alder', '--name', 'Alder'], /already exists/],
    ['an unknown tenant', ['tenant', 'set', '--slug', 'oak', '--chat', 'off'], /no tenant with the slug 'oak'/],
  ])('the command line rejects %s in one line', async (_name, args, expected) => {
    const { code, output } = await riseHere(args);
    expect({ code, lines: output.trim().split('\n') }).toEqual({ code: 1, lines: [expect.stringMatching(expected)] });
  });

  test('the command line creates no token with an unknown scope, and names those that exist', async () => {
    const { code, output } = await rise(['token', 'create', '--email', 'a@alder.example', '--scopes', 'read,all']);
    expect(code).toBe(2);
    expect(output).toContain("--scopes has 'all'; write some of read, write, administer, global");
  });

  test('the command line prints help after an unknown command', async () => {
    const { code, output } = await rise(['tokn']);
    expect(code).toBe(2);
    expect(output).toMatch(/Did you mean token\?\n\nUsage: npm run rise -- <command>/);
  });

  test('doctor finds no issues', async () => {
    const { code, output } = await rise(['doctor']);
    expect(output).not.toContain('FAIL');
    expect(output.match(/^ok {4}/gm)).toHaveLength(13);
    expect(code).toBe(0);
  });

  test('doctor prints its checks as JSON', async () => {
    const { code, output } = await riseHere(['doctor', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({
      ok: true,
      checks: expect.arrayContaining([{ name: 'Node', detail: process.versions.node, remedy: null }]) as object[],
    });
  });

  test('a model is pulled, changed and pushed beside the server, and an error is reported with file, line and column', async () => {
    const file = join(folder, 'own.yaml');
    const model = (...words: string[]) => riseHere(['model', words[0]!, '--tenant', 'birch', ...words.slice(1)]);
    expect(await model('pull', file)).toEqual({ code: 0, output: `Version 1 written to ${file}.\n` });
    const own = `${await readFile(file, 'utf8')}datasets:\n  - name: call_report\n    hide: [citty]\n`;
    await writeFile(file, own);
    expect(await model('push', file)).toEqual({
      code: 1,
      output: expect.stringMatching(
        /^rise: .*own\.yaml:5:12 datasets\.0\.hide\.0: .*'citty' to hide\. Did you mean 'city'\?\n$/,
      ),
    });
    await writeFile(file, own.replace('hide: [citty]', 'owner: Board'));
    expect(await model('push', file, '--message', 'Ours')).toEqual({ code: 0, output: 'Version 2 is active.\n' });
    expect((await model('diff')).output).toContain('changed dataset call_report\n    owner: "Finance" -> "Board"');
  });

  test('the command line switches a tenant’s chat, and retries mail', async () => {
    expect(await riseHere(['tenant', 'set', '--slug', 'birch', '--chat', 'off'])).toEqual({
      code: 0,
      output: 'Chat in tenant birch: off.\n',
    });
    expect((await riseHere(['mail', 'retry'])).output).toMatch(/^0 mails queued/);
  });
});

test('Ctrl-C stops it and all its processes cleanly', async () => {
  server.child.kill('SIGINT');
  expect(await server.ended).toBe(0);
  expect(await findPostmaster(join(data, 'postgres', 'cluster'))).toBeNull();
  await expect(fetch(at('/healthz'))).rejects.toThrow('fetch failed');
});

test('keeps running when nobody reads its output any more, and stops cleanly, once its traces are sent', async () => {
  const collector = await startTraceCollector();
  const unheard = serve({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint });
  await unheard.waitForOutput('Rise is ready');
  unheard.child.stdout!.destroy();
  unheard.child.stderr!.destroy();
  const statuses: number[] = [];
  for (let n = 0; n < 5; n += 1) statuses.push((await fetch(at('/api/v1/session'))).status);
  expect(statuses).toEqual([401, 401, 401, 401, 401]);
  unheard.child.kill('SIGTERM');
  expect(await unheard.ended).toBe(0);
  const requests = collector.spans().filter(({ name }) => name === 'GET /api/v1/session');
  expect(requests.map(({ attributes }) => attributes['error.type'])).toEqual(Array(5).fill('UNAUTHENTICATED'));
  await collector.close();
});

test('stops when npm is killed, even with a shell in between', async () => {
  // As npm does: a shell that runs the program.
  const before = ['sh', '-c', `sh -c '"$@"; :' shell "$@"; :`, 'npm'];
  const program = runProgram(SERVER, {
    before,
    env: { RISE_DATA: data, PORT: String(port), npm_lifecycle_event: 'start' },
  });
  await program.waitForOutput('Rise is ready');
  program.child.kill('SIGKILL');
  expect(await program.ended).toBe('SIGKILL');
  expect(program.output()).toContain('Stopping …');
  expect(await findPostmaster(join(data, 'postgres', 'cluster'))).toBeNull();
});

describe('without a server', () => {
  test('the command line starts the database temporarily', async () => {
    const { code, output } = await rise(['tenant', 'create', '--slug', 'cedar', '--name', 'Cedar Credit Union']);
    expect({ code, output }).toEqual({ code: 0, output: 'Tenant cedar created.\n' });
    expect(await findPostmaster(join(data, 'postgres', 'cluster'))).toBeNull();
  });

  test('doctor names a missing warehouse file', async () => {
    const warehouse = join(data, 'warehouse');
    await rm(warehouse, { recursive: true });
    const { code, output } = await rise(['doctor']);
    expect(code).toBe(1);
    expect(output).toMatch(
      /^FAIL {2}warehouse files: missing or not readable: version alder 1, birch 1, modes 1; load it again/m,
    );
  });

  test('an invalid configuration ends the start with a line for each issue', async () => {
    expect(await refused({ PORT: 'x', LOG_LEVEL: 'loud' })).toEqual([
      expect.stringMatching(/^rise: PORT is 'x'; set/),
      expect.stringMatching(/^rise: LOG_LEVEL is 'loud'; set/),
    ]);
  });

  test('the development sign-in does not start on the network without being allowed by name', async () => {
    expect(await refused({ HOST: '0.0.0.0' })).toEqual([
      expect.stringMatching(/^rise: HOST is '0\.0\.0\.0', where everyone.*DEVELOPMENT_SIGN_IN=network/),
    ]);
  });

  test('a host that is not an address of this machine ends the start with one line', async () => {
    expect(await refused({ HOST: '192.0.2.1', DEVELOPMENT_SIGN_IN: 'network' })).toEqual([
      expect.stringMatching(/^rise: the address 192\.0\.2\.1 is none of/),
    ]);
  });

  test('a database that is newer than the code ends the start with one line that names the remedy', async () => {
    const password = (role: string) => readFile(join(data, 'secrets', `database-${role}`), 'utf8');
    const passwords = {
      superuser: await password('superuser'),
      owner: await password('owner'),
      application: await password('application'),
    };
    const postgres = await startEmbeddedPostgres({ directory: join(data, 'postgres'), passwords, durable: false });
    const client = new Client({ connectionString: postgres.ownerUrl });
    await client.connect();
    await client.query(`INSERT INTO schema_migration (number, name, hash) VALUES (9999, 'tomorrow', 'x')`);
    await client.end();
    await postgres.stop();
    expect(await refused({})).toEqual([
      'rise: the database is newer than this version of Rise (it has migration 9999_tomorrow); start the newer version, or restore a backup from before the upgrade',
    ]);
  });
});

test('a port in use is reported before anything is created', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const taken = (other.address() as { port: number }).port;
  const unused = join(folder, 'fresh');
  expect(await refused({ RISE_DATA: unused, PORT: String(taken) })).toHaveLength(1);
  await expect(readFile(join(unused, 'postgres', 'cluster', 'PG_VERSION'))).rejects.toThrow('ENOENT');
  other.close();
});
