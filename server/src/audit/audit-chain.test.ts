import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SYSTEM, systemIn } from '../kernel/actor.ts';
import { audit, writeRecord } from '../kernel/audit.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { GLOBAL_CHAIN } from './chain.rules.ts';
import { HeadFile } from './head-file.ts';
import { AuditSealing, sealRound } from './sealing.service.ts';
import { VerificationService, type ChainResult } from './verification.service.ts';

const ALDER = '00000000-0000-4000-8000-00000000000a';
const BIRCH = '00000000-0000-4000-8000-00000000000b';
const RETENTION_DAYS = 365;
const FOREVER_MS = 3_600_000;

let site: TestDatabase;
let owner: Client;
let directory: string;
let heads: HeadFile;
let verification: VerificationService;
let sealing: AuditSealing;

beforeEach(async () => {
  site = await createTestDatabase();
  owner = new Client({ connectionString: site.superuserUrl });
  await owner.connect();
  directory = await mkdtemp(join(tmpdir(), 'rise-heads-'));
  heads = new HeadFile(directory);
  verification = new VerificationService({ database: site.database, heads });
  sealing = new AuditSealing({
    database: site.database,
    heads,
    verification,
    retentionDays: RETENTION_DAYS,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    times: { seal: FOREVER_MS, heads: FOREVER_MS, chores: FOREVER_MS },
  });
});
afterEach(async () => {
  await owner?.end();
  await site?.close();
  await rm(directory, { recursive: true, force: true });
});

const record = (tenantId: string | null, action: string) =>
  audit(site.database, tenantId === null ? SYSTEM : systemIn(tenantId), {
    action,
    outcome: 'done',
    target: 'x',
    details: { before: { name: 'A' }, after: { name: 'B' } },
  });

/** Transactions of the whole PostgreSQL count, also those of tests in other databases: sealing waits for them. */
async function sealAll(): Promise<void> {
  const isWaiting = async () =>
    (
      await owner.query(
        `SELECT FROM audit_record r WHERE NOT EXISTS (SELECT FROM audit_link l WHERE r.id = ANY (l.ids)) LIMIT 1`,
      )
    ).rowCount;
  do await sealRound(site.database);
  while (await isWaiting());
}

/** Three blocks of alder's with two records each, and one of birch's; their heads are outside. */
async function sealThree(): Promise<void> {
  for (const part of [1, 2, 3]) {
    const alder = systemIn(ALDER);
    await site.database.withTenant(alder, async (tx) => {
      for (const name of ['a', 'b'])
        await writeRecord(tx, alder, { action: `test.${part}${name}`, outcome: 'done', details: { part } });
    });
    if (part === 2) await record(BIRCH, 'test.other');
    await sealAll();
  }
  await sealing.writeHeads();
}

async function resultOf(chain: string): Promise<ChainResult> {
  return (await verification.verifyAll()).find((result) => result.chain === chain)!;
}

describe('a chain', () => {
  test('is whole while nobody changes it, and each tenant has its own', async () => {
    await record(null, 'test.global');
    await sealThree();
    expect(await resultOf(ALDER)).toMatchObject({ links: 3, records: 6, problem: null });
    expect(await resultOf(BIRCH)).toMatchObject({ links: 1, records: 1, problem: null });
    expect(await resultOf(GLOBAL_CHAIN)).toMatchObject({ links: 1, records: 1, problem: null });
    expect(await sealRound(site.database)).toBe(0);
  });

  test.each([
    ['what it says', "UPDATE audit_record SET details = '{}' WHERE action = 'test.2b'"],
    ['who did it', `UPDATE audit_record SET account_id = '${BIRCH}' WHERE action = 'test.2b'`],
    ['when', "UPDATE audit_record SET at = at + interval '1 microsecond' WHERE action = 'test.2b'"],
    ['from where', "UPDATE audit_record SET address = '192.0.2.1' WHERE action = 'test.2b'"],
    ['its outcome', "UPDATE audit_record SET outcome = 'denied' WHERE action = 'test.2b'"],
    ['its tenant', `UPDATE audit_record SET tenant_id = '${BIRCH}' WHERE action = 'test.2b'`],
    ['its existence', "DELETE FROM audit_record WHERE action = 'test.2b'"],
  ])('shows that a record was changed: %s', async (_, statement) => {
    await sealThree();
    await owner.query(statement);
    expect(await resultOf(ALDER)).toMatchObject({ links: 1, brokenLink: 2, problem: 'records' });
  });

  test('shows a record that was added to the past', async () => {
    await sealThree();
    await owner.query(
      `INSERT INTO audit_record (tenant_id, action, outcome, xid) SELECT tenant_id, 'test.forged', 'done', xid
         FROM audit_record WHERE action = 'test.1a'`,
    );
    await sealRound(site.database);
    expect(await resultOf(ALDER)).toMatchObject({ problem: 'unsealed-records' });
  });

  test('shows a link that is missing or does not follow', async () => {
    await sealThree();
    await owner.query(`UPDATE audit_link SET root = sha256('x') WHERE chain = '${ALDER}' AND n = 2`);
    expect(await resultOf(ALDER)).toMatchObject({ brokenLink: 2, problem: 'link' });
    await owner.query(`DELETE FROM audit_link WHERE chain = '${ALDER}' AND n = 2`);
    expect(await resultOf(ALDER)).toMatchObject({ brokenLink: 2, problem: 'missing-link' });
  });

  test('that was cut at its end differs from the heads outside', async () => {
    await sealThree();
    await owner.query(`DELETE FROM audit_link WHERE chain = '${ALDER}' AND n = 3`);
    await owner.query(`DELETE FROM audit_record WHERE action LIKE 'test.3%'`);
    expect(await resultOf(ALDER)).toMatchObject({ links: 2, brokenLink: 3, problem: 'head' });
  });

  test('that was cut and written again differs from the heads outside, and so does one that is gone', async () => {
    await sealThree();
    await owner.query(`DELETE FROM audit_link WHERE chain = '${ALDER}' AND n = 3`);
    await owner.query(`UPDATE audit_record SET target = 'y' WHERE action = 'test.3a'`);
    await owner.query(`UPDATE audit_record SET xid = pg_current_xact_id() WHERE action LIKE 'test.3%'`);
    await sealAll();
    expect(await resultOf(ALDER)).toMatchObject({ brokenLink: 3, problem: 'head' });
    await owner.query('TRUNCATE audit_record, audit_link');
    expect(await resultOf(BIRCH)).toMatchObject({ links: 0, brokenLink: 1, problem: 'head' });
  });

  test('of a deleted tenant is not missed, once the installation’s own trail says that it was deleted', async () => {
    await sealThree();
    for (const table of ['audit_link', 'audit_record'])
      await owner.query(`DELETE FROM ${table} WHERE tenant_id = $1`, [ALDER]);
    const alder = async () => (await verification.verifyAll()).find(({ chain }) => chain === ALDER);
    expect(await alder()).toMatchObject({ problem: 'head' });
    await site.database.withGlobal(SYSTEM, (tx) =>
      writeRecord(tx, SYSTEM, { action: 'tenant.deleted', outcome: 'done', target: ALDER }),
    );
    await owner.query(`DELETE FROM audit_verification WHERE tenant_id = $1`, [ALDER]);
    expect(await alder()).toBeUndefined();
    const { rowCount } = await owner.query(`SELECT FROM audit_verification WHERE tenant_id = $1`, [ALDER]);
    expect(rowCount).toBe(0);
  });

  test('survives a line of the files that a crash cut', async () => {
    await sealThree();
    const [name] = await readdir(directory);
    await writeFile(join(directory, name!), `${await readFile(join(directory, name!), 'utf8')}{"chain":"`);
    expect(await resultOf(ALDER)).toMatchObject({ problem: null });
  });
});

describe('sealing', () => {
  test('loses nothing of concurrent writers, several servers, and transactions that commit late', async () => {
    const actor = systemIn(ALDER);
    let commitLate: () => void = () => undefined;
    const late = new Promise<void>((resolve) => (commitLate = resolve));
    let written: () => void = () => undefined;
    const isWritten = new Promise<void>((resolve) => (written = resolve));
    const lateWriter = site.database.withTenant(actor, async (tx) => {
      await writeRecord(tx, actor, { action: 'test.late', outcome: 'done' });
      written();
      await late;
    });
    await isWritten;
    const write = async (writer: number) => {
      for (let i = 0; i < 40; i += 1) await record(i % 2 === 0 ? ALDER : BIRCH, `test.${writer}`);
    };
    const rounds = async () => {
      for (let i = 0; i < 20; i += 1) await sealRound(site.database);
    };
    await Promise.all([write(1), write(2), write(3), rounds(), rounds()]);
    commitLate();
    await lateWriter;
    await sealAll();
    expect(await resultOf(ALDER)).toMatchObject({ records: 61, problem: null });
    expect(await resultOf(BIRCH)).toMatchObject({ records: 60, problem: null });
  });

  test('continues in a database that was restored and counts its transactions from another number', async () => {
    await sealThree();
    await owner.query(`UPDATE audit_link SET last_xid = '9000000000000'`);
    await owner.query(`UPDATE audit_record SET xid = pg_current_xact_id()`);
    await record(ALDER, 'test.after');
    await sealAll();
    expect(await resultOf(ALDER)).toMatchObject({ links: 4, records: 7, problem: null });
  });
});

describe('records', () => {
  test('outlive their tenant', async () => {
    const { rows } = await owner.query<{ id: string }>(
      `INSERT INTO tenant (slug, name) VALUES ('cedar', 'Cedar') RETURNING id`,
    );
    const { id } = rows[0]!;
    await record(id, 'test.kept');
    await owner.query('DELETE FROM tenant WHERE id = $1', [id]);
    await sealAll();
    expect(await resultOf(id)).toMatchObject({ records: 1, problem: null });
  });

  test('are deleted in whole blocks once they are old, and their links stay', async () => {
    await sealThree();
    await owner.query(
      `UPDATE audit_link SET last_at = now() - interval '400 days' WHERE chain = '${ALDER}' AND n <= 2`,
    );
    const chores = new AuditSealing({
      database: site.database,
      heads,
      verification,
      retentionDays: RETENTION_DAYS,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      times: { seal: FOREVER_MS, heads: FOREVER_MS, chores: FOREVER_MS },
    });
    await chores.start();
    await chores.close();
    const { rows } = await owner.query(`SELECT action FROM audit_record WHERE tenant_id = '${ALDER}' ORDER BY id`);
    expect(rows).toEqual([{ action: 'test.3a' }, { action: 'test.3b' }]);
    expect(await resultOf(ALDER)).toMatchObject({ links: 3, records: 2, dropped: 2, problem: null });
    const { rows: records } = await owner.query(`SELECT details FROM audit_record WHERE action = 'audit.retention'`);
    expect(records).toEqual([{ details: { records: 4, days: RETENTION_DAYS } }]);
  });

  test.each([
    ['a changed record', `UPDATE audit_record SET outcome = 'done'`],
    ['a deleted record', 'DELETE FROM audit_record'],
    ['an emptied trail', 'TRUNCATE audit_record'],
    ['a record of another time', `INSERT INTO audit_record (action, outcome, at) VALUES ('a', 'done', now())`],
    ['a record of another transaction', `INSERT INTO audit_record (action, outcome, xid) VALUES ('a', 'done', '1')`],
    ['a changed link', `UPDATE audit_link SET hash = root`],
    ['a deleted link', 'DELETE FROM audit_link'],
    ['younger records deleted by age', 'SELECT rise_drop_audit_blocks(89)'],
  ])('the application’s role cannot leave %s', async (_, statement) => {
    await sealThree();
    const application = new Client({ connectionString: site.url });
    await application.connect();
    await application.query(`SELECT set_config('rise.scope', 'global', false)`);
    await expect(application.query(statement)).rejects.toThrow(/denied|90 days/);
    await application.end();
    expect(await resultOf(ALDER)).toMatchObject({ records: 6, problem: null });
  });
});
