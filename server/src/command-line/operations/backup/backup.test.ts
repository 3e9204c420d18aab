import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '../../../host/config/config.ts';
import { ROOT } from '../../../host/config/paths.ts';
import { borrowApplicationDatabase } from '../../../host/postgres/application-database.ts';
import { SYSTEM } from '../../../kernel/actor.ts';
import { Database } from '../../../kernel/database/database.ts';
import { copyStartedData, killAndRemove } from '../../../testing/data-directory.ts';
import { importClient } from '../../../testing/import-client.ts';
import { COMMAND_LINE, freePort, runProgram, SERVER, type Program } from '../../../testing/program.ts';
import { runHere } from '../../../testing/run-here.ts';
import { siteAt } from '../../../testing/site.ts';
import { startSmtpSink, type SmtpSink } from '../../../testing/smtp-sink.ts';
import { readManifest, type Manifest } from './manifest.ts';

const ADMINISTRATOR = 'admin@birch.example';

let folder: string;
let portal: URL;
let box: SmtpSink;
let server: Program;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rise-backup-'));
  await copyStartedData(join(folder, 'data'));
  portal = new URL(`http://127.0.0.1:${await freePort()}`);
  await writeFile(join(folder, 'passphrase'), 'correct horse battery staple\n');
  box = await startSmtpSink();
});
afterAll(async () => {
  await killAndRemove(server, folder);
  await box.close();
});

const environment = (data: string) => ({
  RISE_DATA: join(folder, data),
  PORT: portal.port,
  SMTP_URL: box.url.href,
  CONTACT_EMAIL: 'operators@rise.example',
  LOG_LEVEL: 'silent',
  // Writes go on for as long as a backup takes.
  RATE_LIMIT_PER_MINUTE: '1000000',
});

function serve(data: string): Promise<void> {
  server = runProgram(SERVER, { env: environment(data) });
  return server.waitForOutput('Rise is ready');
}

async function stop(): Promise<void> {
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
}

async function rise(data: string, ...args: string[]): Promise<{ code: number | string; output: string }> {
  const program = runProgram(COMMAND_LINE, { args, env: environment(data) });
  return { code: await program.ended, output: program.output() };
}

/** The same within this process: for what a command does, not how it starts. */
const riseHere = (data: string, ...args: string[]) => runHere(args, environment(data));

async function contact(subject: string): Promise<void> {
  const body = { name: 'Ada', email: `${subject}@example.org`, subject, message: 'Hello' };
  await siteAt(portal).send('POST /api/v1/contact', { body });
}

const payments = (rows: number) =>
  `id,amount\n${Array.from({ length: rows }, (_, index) => `${index},${index}.25`).join('\n')}\n`;

/** The figure of a report, with the rights of a person. */
async function totalAssets(cookie: string): Promise<unknown> {
  const body = { dataset: 'call_report', dimensions: ['state'], measures: ['total_assets'], totals: true };
  const response = await siteAt(portal).send('POST /api/v1/query', { cookie, body });
  expect(response.status).toBe(200);
  const { rows, totals } = (await response.json()) as { rows: unknown; totals: unknown };
  return { rows, totals };
}

/** Writes to the database until it is stopped. */
function startWriting(cookie: string) {
  const stopped = new AbortController();
  let written = 0;
  const { send } = siteAt(portal);
  const ok = async (answer: Promise<Response>) => {
    const response = await answer;
    expect(response.status).toBe(200);
    return response;
  };
  const write = async (writer: number) => {
    const shortcut = { label: `Writer ${writer}`, icon: 'bell', link: '/reports', useRouter: true };
    while (!stopped.signal.aborted) {
      await ok(send('PATCH /api/common/user', { cookie, body: { user: { status: writer % 2 ? 'online' : 'away' } } }));
      const added = await ok(send('POST /api/common/shortcuts', { cookie, body: { shortcut } }));
      const { id } = (await added.json()) as { id: string };
      await ok(send('DELETE /api/common/shortcuts', { cookie, search: `?id=${id}` }));
      written += 1;
    }
  };
  const writers = Promise.all([1, 2, 3, 4].map(write));
  return async () => {
    stopped.abort();
    await writers;
    return written;
  };
}

interface State {
  readonly id: string;
  readonly suspended: boolean;
  readonly due: boolean;
}

/** The tenants of a data directory without a server, by slug. */
async function tenantsOf(data: string): Promise<Record<string, State>> {
  const postgres = await borrowApplicationDatabase(loadConfig(environment(data), ROOT));
  const database = new Database({ connection: { ...postgres.connection, max: 1 } });
  try {
    const rows = await database.withGlobal(
      SYSTEM,
      (tx) => tx.rows<State & { slug: string }>`
        SELECT id, slug, suspended_at IS NOT NULL AS suspended, coalesce(deletion_due_at <= now(), false) AS due FROM tenant`,
      'reads',
    );
    return Object.fromEntries(rows.map((row) => [row.slug, row]));
  } finally {
    await database.close();
    await postgres.stop();
  }
}

const tenantId = async (data: string, slug: string): Promise<string> => (await tenantsOf(data))[slug]!.id;

const hashesOf = ({ tables }: Manifest) =>
  Object.fromEntries(tables.map(({ name, rows, rowHash }) => [name, `${rows} ${rowHash}`]));

/** What a restore changes on purpose. */
const SETTLED = [
  'audit_record',
  'installation',
  'server_report',
  'invitation',
  'mail_outbox',
  'provider_record',
  'session',
  'sign_in_attempt',
];

test('a backup under load, restored on an empty host, has equal rows and figures, and sends no mail again', async () => {
  await serve('data');
  const cookie = await siteAt(portal).signIn(ADMINISTRATOR);
  const figure = await totalAssets(cookie);
  await contact('before');
  await box.has(2);
  // One mail is due when the backup is made, and is sent by the original afterwards.
  box.decide = () => ({ code: 451, message: 'later' });
  await contact('due');
  const client = importClient(
    { url: portal.origin, fetch: (key, sent) => siteAt(portal).send(key, sent ?? {}) },
    cookie,
  );
  const draft = await client.change(await client.draft({ 'payments.csv': payments(200_000) }), {
    target: 'payments',
    mode: 'replace',
    day: null,
  });

  const stopWriting = startWriting(cookie);
  const loading = client.run(draft);
  const backup = await rise('data', 'backup', join(folder, 'backup'), '--passphrase-file', join(folder, 'passphrase'));
  expect(backup).toMatchObject({ code: 0, output: expect.stringMatching(/Backup of .* rows of \d+ tables/) as string });
  await loading;
  expect(await stopWriting()).toBeGreaterThan(0);
  const manifest = await readManifest(join(folder, 'backup'));
  expect(manifest.missing).toEqual([]);
  expect(manifest.tables.filter(({ rows }) => rows > 0).map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'account',
      'audit_record',
      'mail_outbox',
      'report',
      'search_word',
      'session',
      'tenant',
      'warehouse_version',
    ]),
  );
  box.decide = () => undefined;
  expect((await rise('data', 'mail', 'retry')).code).toBe(0);
  await box.has(4);
  await stop();
  await rm(join(folder, 'data'), { recursive: true });

  const restored = await rise(
    'restored',
    'restore',
    join(folder, 'backup'),
    '--passphrase-file',
    join(folder, 'passphrase'),
  );
  expect(restored).toMatchObject({ code: 0, output: expect.stringMatching(/Not sent again: [12] mails/) as string });
  expect(restored.output).toContain('[Rise] due');
  expect((await rise('restored', 'backup', join(folder, 'again'))).code).toBe(0);
  const before = hashesOf(manifest);
  const after = hashesOf(await readManifest(join(folder, 'again')));
  for (const name of SETTLED) delete before[name];
  expect(after).toMatchObject(before);

  const mails = box.accepted.length;
  await serve('restored');
  const site = siteAt(portal);
  expect((await site.send('GET /api/v1/session', { cookie })).status).toBe(401);
  const renewed = await site.signIn(ADMINISTRATOR);
  expect(await totalAssets(renewed)).toEqual(figure);
  await contact('after');
  await box.has(mails + 1);
  await wait(2000);
  expect(box.accepted.slice(mails).map(({ subject }) => subject)).toEqual(
    expect.not.arrayContaining(['[Rise] before', '[Rise] due']),
  );
  expect((await rise('restored', 'doctor')).output).toMatch(/ok +warehouse files: complete/);
  await stop();
});

test('tenants that were deleted since the backup are suspended by the restore, and deleted again', async () => {
  const backup = join(folder, 'backup');
  const list = join(folder, 'deletions.jsonl');
  const secret = ['--passphrase-file', join(folder, 'passphrase')];
  const silent = await riseHere('revived', 'restore', backup, ...secret);
  expect(silent.output).toContain('Tenants that were deleted since the backup are back.');
  const birch = await tenantId('revived', 'birch');
  const deletionOf = (id: string, deletedAt: string) =>
    JSON.stringify({ tenant: createHash('sha256').update(id).digest('hex'), deletedAt });
  const unknown = deletionOf(randomUUID(), '2026-01-02T00:00:00.000Z');
  const alder = await tenantId('revived', 'alder');
  // Birch was deleted, and one that the backup does not have. Alder was, too, before this one was created.
  const lines = [deletionOf(birch, '2999-01-01T00:00:00.000Z'), unknown, deletionOf(alder, '2001-01-01T00:00:00.000Z'), '{"cut']; // prettier-ignore
  await writeFile(list, lines.join('\n'));
  const wrong = await riseHere('deleted', 'restore', backup, ...secret, '--deletions', join(folder, 'passphrase'));
  expect(wrong).toMatchObject({ code: 1, output: expect.stringContaining('is no list of deleted tenants') as string });

  const restored = await riseHere('deleted', 'restore', backup, ...secret, '--deletions', list);
  expect(restored.output).toMatch(/Deleted since the backup: .* \(birch\)\. It is suspended/);
  expect(restored.output).not.toContain('(alder)');
  expect(await tenantsOf('deleted')).toMatchObject({
    birch: { suspended: true, due: true },
    alder: { suspended: false, due: false },
  });
  // The next restore from here knows them, too.
  const stored = await readFile(join(folder, 'deleted', 'audit', 'deletions.jsonl'), 'utf8');
  expect(stored).toContain(unknown);
  expect(stored).toContain(lines[0]);
});

test('a backup is refused where anything of it is cut or changed, and nothing is restored', async () => {
  const backup = join(folder, 'backup');
  const manifest = await readManifest(backup);
  const paths = [
    'manifest.json',
    manifest.tables.find(({ rows }) => rows > 0)!.file.path,
    manifest.files.find(({ path }) => path.startsWith('warehouse/'))!.path,
    'secret.sealed',
  ];
  for (const path of paths) {
    const bytes = await readFile(join(backup, path));
    const flipped = Buffer.from(bytes);
    flipped[Math.floor(bytes.length / 2)]! ^= 1;
    for (const changed of [flipped, bytes.subarray(0, bytes.length - 2)]) {
      await writeFile(join(backup, path), changed);
      const { code, output } = await riseHere('nothing', 'restore', backup, '--new-secret');
      expect({ path, code, output }).toEqual({
        path,
        code: 1,
        output: expect.stringContaining(`the backup is damaged: ${path} is not as it was written`) as string,
      });
    }
    await writeFile(join(backup, path), bytes);
  }
  await expect(readFile(join(folder, 'nothing', 'format'))).rejects.toThrow('ENOENT');
  expect((await riseHere('nothing', 'restore', backup, '--check')).output).toMatch(/is whole: \d+ rows/);
});

test('a folder that is no place for a backup, and a restore that is none, are refused with what to do', async () => {
  const backup = join(folder, 'backup');
  const refuses = async (expected: RegExp, ...args: string[]) => {
    const { code, output } = await riseHere(args[0] === 'restore' ? 'empty' : 'restored', ...args);
    expect({ code, output }).toEqual({ code: 1, output: expect.stringMatching(expected) as string });
  };
  await refuses(/is not empty; name a new folder/, 'backup', backup);
  await refuses(/is no backup: it has no manifest\.json/, 'restore', folder);
  await refuses(/the secret of the installation is sealed; name its passphrase/, 'restore', backup);
  await writeFile(join(folder, 'other'), 'another passphrase\n');
  await refuses(
    /the passphrase is not the one of this backup/,
    'restore',
    backup,
    '--passphrase-file',
    join(folder, 'other'),
  );
  await refuses(/does not hold the secret of the installation; set SESSION_SECRET/, 'restore', join(folder, 'again'));
  expect((await riseHere('restored', 'restore', backup, '--new-secret')).output).toMatch(
    /the data directory .*restored is not empty; a backup is restored into an empty one/,
  );
  const manifest = join(backup, 'manifest.json');
  const text = await readFile(manifest, 'utf8');
  await writeFile(manifest, text.replace('"format": 1', '"format": 2'));
  await refuses(/has format 2, and this version of Rise reads format 1/, 'restore', backup);
  await rm(manifest);
  await refuses(/was interrupted before it was complete; use another one/, 'restore', backup);
  await writeFile(manifest, text);
});
