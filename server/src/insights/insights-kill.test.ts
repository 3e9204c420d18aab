import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../identity/identities.ts';
import { createBrowser } from '../testing/browser.ts';
import { createSampleDatabase, type TestDatabase } from '../testing/database.ts';
import { freePort, runProgram, SERVER, type Program } from '../testing/program.ts';
import { until } from '../testing/until.ts';

let folder: string;
let database: TestDatabase;
let sql: Client;
const servers: Program[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rise-insights-'));
  await mkdir(join(folder, 'shared'));
  database = await createSampleDatabase(join(folder, 'shared', 'warehouse'));
  sql = new Client({ connectionString: database.superuserUrl });
  await sql.connect();
});
afterAll(async () => {
  for (const { child, ended } of servers) {
    child.kill('SIGKILL');
    await ended;
  }
  await sql?.end();
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});

/** One of several servers over the same database and files. */
async function serve(name: string): Promise<{ program: Program; address: URL }> {
  const port = await freePort();
  const env = {
    RISE_DATA: join(folder, name),
    RISE_SHARED: join(folder, 'shared'),
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    SESSION_SECRET: 'kV9tq0Zr3mW7cYb1LpXs5NfH8dGjAeUo',
    PORT: String(port),
    INSIGHTS: 'on',
    LOG_LEVEL: 'silent',
  };
  const program = runProgram(SERVER, { env });
  servers.push(program);
  await program.waitForOutput('Rise is ready');
  return { program, address: new URL(`http://127.0.0.1:${port}`) };
}

const rows = async <T>(statement: string): Promise<T[]> => (await sql.query(statement)).rows as T[];
const ALDER = `tenant_id = (SELECT id FROM tenant WHERE slug = 'alder')`;

interface Run {
  readonly signature: string;
  readonly findings: readonly { readonly key: string }[];
  readonly computed_at: Date;
}
const runs = () => rows<Run>(`SELECT signature, findings, computed_at FROM insight_run WHERE ${ALDER} ORDER BY 1`);
const due = () => rows<{ lease: string | null }>(`SELECT lease FROM insight_due WHERE ${ALDER}`);
const wake = () => sql.query(`SELECT pg_notify('rise_insights', '')`);
async function request(): Promise<void> {
  await sql.query(`INSERT INTO insight_due (tenant_id) SELECT id FROM tenant WHERE slug = 'alder'`);
  await wake();
}
const nothingDue = () => until(() => rows('SELECT FROM insight_due'), (found) => found.length === 0); // prettier-ignore

test('a computation whose server is killed while it stores is taken over by another, with the same findings, none twice', async () => {
  const first = await serve('first');
  const browser = createBrowser();
  const person = { email: 'admin@alder.example', password: DEMO_PASSWORD };
  await browser.submit(await browser.go(new URL('/login', first.address)), person);
  await nothingDue();
  await request();
  await nothingDue();
  const before = await runs();
  expect(before).toHaveLength(1);
  expect(before[0]!.findings.length).toBeGreaterThan(3);

  const guard = new Client({ connectionString: database.superuserUrl });
  await guard.connect();
  await guard.query('BEGIN');
  await guard.query('LOCK TABLE insight_run IN EXCLUSIVE MODE');
  await request();
  const storing = () => rows(`SELECT FROM pg_locks WHERE relation = 'insight_run'::regclass AND NOT granted`);
  await until(storing, (found) => found.length === 1);
  first.program.child.kill('SIGKILL');
  expect(await first.program.ended).toBe('SIGKILL');
  await guard.query('ROLLBACK');
  await guard.end();
  await until(storing, (found) => found.length === 0);
  expect(await runs()).toEqual(before);
  const [left] = await due();
  expect(left!.lease).not.toBeNull();

  await serve('second');
  await wake();
  // The minute that the killed server had it for.
  await sql.query(`UPDATE insight_due SET leased_until = now() WHERE ${ALDER} AND lease = '${left!.lease}'`);
  await wake();
  await nothingDue();
  const after = await runs();
  const without = (found: readonly Run[]) => found.map(({ signature, findings }) => ({ signature, findings }));
  expect(without(after)).toEqual(without(before));
  expect(after[0]!.computed_at > before[0]!.computed_at).toBe(true);
  const keys = after[0]!.findings.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});
