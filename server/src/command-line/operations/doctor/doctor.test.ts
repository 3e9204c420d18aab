import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ContactService } from '../../../contact/contact.service.ts';
import { SYSTEM } from '../../../kernel/actor.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { startSmtpSink, type SmtpSink } from '../../../testing/smtp-sink.ts';
import { startTraceCollector } from '../../../testing/trace-collector.ts';
import { freePort, runProgram } from '../../../testing/program.ts';
import { examineInstallation, type Finding } from './doctor.ts';
import { ROOT } from '../../../host/config/paths.ts';

const SENT = {
  name: 'Ada',
  email: 'ada@example.org',
  subject: 'S',
  message: 'M',
  language: 'en',
  website: '',
} as const;

let fixture: TestDatabase;
let box: SmtpSink;
let folder: string;
let superuser: Client;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rise-doctor-'));
  fixture = await createTestDatabase();
  superuser = new Client({ connectionString: fixture.superuserUrl });
  await superuser.connect();
  box = await startSmtpSink();
});
afterAll(async () => {
  await box?.close();
  await superuser?.end();
  await fixture?.close();
  await rm(folder, { recursive: true, force: true });
});

/** What doctor reports about something under these variables. */
async function examine(name: string, environment: Record<string, string> = {}): Promise<Finding> {
  const everything = {
    DATABASE_URL: fixture.url,
    DATABASE_OWNER_URL: fixture.ownerUrl,
    RISE_DATA: folder,
    ...environment,
  };
  for await (const finding of examineInstallation(everything, ROOT)) if (finding.name === name) return finding;
  throw new Error(`doctor said nothing of ${name}`);
}

test('doctor tries the collector of traces', async () => {
  const traces = (endpoint: string) => examine('traces', { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
  expect(await examine('traces')).toEqual({ name: 'traces', detail: 'off', remedy: null });
  const collector = await startTraceCollector();
  expect((await traces(collector.endpoint)).detail).toBe(`sent to ${collector.endpoint}/v1/traces`);
  expect(collector.spans()).toEqual([]);
  await collector.close();
  expect((await traces(collector.endpoint)).remedy).toMatch(/cannot be reached .* check OTEL_EXPORTER_OTLP_ENDPOINT/);
});

const mail = (environment: Record<string, string>) => examine('mail', environment);

test('doctor reports whether mail is configured, which mail failed, and what to do', async () => {
  expect(await mail({})).toEqual({
    name: 'mail',
    detail: 'not sent: contact messages are stored only; set SMTP_URL and CONTACT_EMAIL to have them mailed',
    remedy: null,
  });
  await new ContactService({ database: fixture.database, mail: null }).receive(null, SENT, 'r1');
  expect((await mail({ SMTP_URL: box.url.href })).detail).toBe(
    'not sent: contact messages are stored only; set CONTACT_EMAIL to have them mailed; 1 contact messages were never mailed, read them in contact_message',
  );

  const contactEmail = 'operators@rise.example';
  await new ContactService({ database: fixture.database, mail: { contactEmail, wake: () => undefined } }).receive(
    null,
    SENT,
    'r2',
  );
  const configured = { SMTP_URL: box.url.href, CONTACT_EMAIL: contactEmail };
  expect((await mail(configured)).detail).toMatch(
    /^goes out to operators@rise\.example; 1 waiting; 1 contact messages/,
  );

  const nobody = `smtp://user:secret@127.0.0.1:${await freePort()}`;
  const { remedy } = await mail({ ...configured, SMTP_URL: nobody });
  expect(remedy).toMatch(
    /^the server of SMTP_URL does not take mail \(.*ECONNREFUSED.*\); check address and password$/,
  );
  expect(remedy).not.toContain('secret');

  await fixture.database.withGlobal(
    SYSTEM,
    (tx) =>
      tx.run`UPDATE mail_outbox SET failed_at = now(), attempts = 1, last_error = '550 no' WHERE kind = 'contact'`,
  );
  expect((await mail(configured)).remedy).toBe(
    `1 contact messages could not be mailed, the last because of '550 no'; fix that, then run 'npm run rise -- mail retry'`,
  );
});

/** Adds a tenant with a version of its data; returns its id. */
async function plantVersion(slug: string, segments: object = {}): Promise<string> {
  const { rows } = await superuser.query<{ id: string }>(
    `WITH one AS (INSERT INTO tenant (slug, name) VALUES ($1, $1) RETURNING id)
     INSERT INTO warehouse_version (tenant_id, number, source, tables, current, origin, segments)
     SELECT id, 1, 'S', '{}', true, 'command', $2 FROM one RETURNING tenant_id AS id`,
    [slug, JSON.stringify(segments)],
  );
  return rows[0]!.id;
}

test('doctor names versions whose rows are missing, and counts files that no version names', async () => {
  const id = await plantVersion('oak', { loans: [{ file: '0.duckdb', rows: 1 }] });
  const place = join(folder, 'warehouse', id);
  await mkdir(place, { recursive: true });
  const file = Buffer.from('01234567DUCK');
  await writeFile(join(place, '1.duckdb'), file);
  expect((await examine('warehouse files')).remedy).toMatch(/^missing or not readable: version oak 1; load it again/);
  await writeFile(join(place, '0.duckdb'), file);
  expect((await examine('warehouse files')).detail).toBe('complete, for 1 tenant');
  await writeFile(join(place, '7.duckdb'), file);
  await utimes(join(place, '7.duckdb'), 1, 1);
  expect((await examine('warehouse files')).detail).toMatch(/; 1 file that no version names \(0 MB\)/);
});

test('doctor tells when stored secrets cannot be opened, and what has to be entered again', async () => {
  expect((await examine('secrets')).detail).toMatch(/^fingerprint [\w-]{16}, opens all 0 stored secrets$/);
  const id = await plantVersion('elm');
  await superuser.query(
    `INSERT INTO webhook (tenant_id, name, url, secret) VALUES ($1, 'Hook', 'https://hook.example', '\\x00112233')`,
    [id],
  );
  expect((await examine('secrets')).remedy).toMatch(
    /^1 stored secret of 1 cannot be opened .* set SESSION_SECRET to the former one, or create the webhooks again$/,
  );
});

test('doctor finds tables that are open to everyone, or closed to all', async () => {
  await superuser.query('ALTER TABLE report NO FORCE ROW LEVEL SECURITY');
  expect((await examine('row-level security')).remedy).toMatch(/^not forced on report; run 'ALTER TABLE/);
  await superuser.query('ALTER TABLE report FORCE ROW LEVEL SECURITY');
  expect((await examine('row-level security')).detail).toMatch(/^forced on all \d+ tables/);
  await superuser.query('DROP POLICY operator ON report');
  expect((await examine('row-level security')).remedy).toMatch(/the database owner may not read all rows of report/);
});

test('doctor reports jobs that a running server does not take', async () => {
  await superuser.query(
    `INSERT INTO mail_outbox (kind, slot, message_id, recipient, subject, text, html, next_attempt_at)
     VALUES ('contact', 'late', '<late@example.org>', 'a@example.org', 'S', 'T', 'H', now() - interval '1 hour')`,
  );
  expect((await examine('jobs')).detail).toMatch(
    /^\d+ due, 0 running, \d+ failed in 24 hours; no server runs with this data directory$/,
  );
  const server = runProgram(new URL('../../../testing/lock-data-directory.ts', import.meta.url), { args: [folder] });
  await server.waitForOutput('held');
  expect((await examine('jobs')).remedy).toMatch(/^overdue for more than 15 minutes, .*: mail: 1; look for errors/);
  server.child.kill('SIGKILL');
  await server.ended;
});

test('doctor compares clocks with that of the identity provider', async () => {
  const provider = createServer((_request, response) => {
    response.setHeader('date', new Date(Date.now() - 600_000).toUTCString());
    response.end(JSON.stringify({ issuer }));
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const environment = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'rise' };
  expect((await examine('identity provider', environment)).detail).toBe(issuer);
  expect((await examine('clock', environment)).remedy).toMatch(
    /^the clock of the identity provider differs by \d+ s; synchronize/,
  );
  expect((await examine('clock')).detail).toBe('agrees with the database');
  provider.close();
});
