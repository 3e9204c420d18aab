import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SYSTEM } from '../kernel/actor.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { DeletionFile, readDeletions } from './deletion-file.ts';
import { repeatDeletions } from './repeated-deletions.service.ts';
import { tenantHash } from './tenant-folders.ts';
import { filterDeleted, listDeleted } from './tenant-deletion.sql.ts';

const UNKNOWN = tenantHash('7a0c2d5e-1111-4222-8333-444455556666');

let fixture: TestDatabase;
let folder: string;

beforeAll(async () => {
  fixture = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'rise-deletions-'));
});
afterAll(async () => {
  await fixture?.close();
  if (folder) await rm(folder, { recursive: true });
});

const insertTenant = async (slug: string) =>
  (await fixture.database.withGlobal(
    SYSTEM,
    (tx) => tx.first<{ id: string }>`INSERT INTO tenant (slug, name) VALUES (${slug}, ${slug}) RETURNING id`,
  ))!.id;

test('tenants that were deleted since are suspended and due at once; what is unknown stays known as deleted', async () => {
  const [old, other] = [await insertTenant('old'), await insertTenant('other')];
  const later = new Date('2999-01-01T00:00:00Z');
  // A tenant that was created after this deletion is another one, such as a sample.
  const before = new Date('2001-01-01T00:00:00Z');
  const found = await repeatDeletions(fixture.database, [
    { hash: tenantHash(old), deletedAt: later },
    { hash: tenantHash(other), deletedAt: before },
    { hash: UNKNOWN, deletedAt: before },
  ]);
  expect(found).toEqual([{ id: old, slug: 'old', name: 'old' }]);
  const rows = await fixture.database.withGlobal(
    SYSTEM,
    (tx) => tx.rows`
      SELECT slug, suspended_at IS NOT NULL AS suspended, coalesce(deletion_due_at <= now(), false) AS due FROM tenant ORDER BY slug`,
  );
  expect(rows).toEqual([
    { slug: 'old', suspended: true, due: true },
    { slug: 'other', suspended: false, due: false },
  ]);
  const hashes = [old, other].map(tenantHash);
  const known = await fixture.database.withGlobal(SYSTEM, (tx) => filterDeleted(tx, [...hashes, UNKNOWN]));
  expect(known).toEqual([UNKNOWN]);
  const records = await fixture.database.withGlobal(
    SYSTEM,
    (tx) => tx.rows`
      SELECT tenant_id, target, via FROM audit_record WHERE action = 'tenant.schedule-deletion' ORDER BY tenant_id NULLS LAST`,
  );
  expect(records).toEqual([
    { tenant_id: old, target: old, via: 'system' },
    { tenant_id: null, target: old, via: 'system' },
  ]);
});

test('the file has each deletion once and no id, and a line that was cut is skipped', async () => {
  const file = join(folder, 'audit', 'deletions.jsonl');
  const deletions = new DeletionFile(join(folder, 'audit'));
  const known = await fixture.database.withGlobal(SYSTEM, (tx) => listDeleted(tx));
  expect(known).toHaveLength(1);
  await deletions.add(known);
  await writeFile(file, `${await readFile(file, 'utf8')}\n{"tenant":"ab`);
  await deletions.add([...known, { hash: tenantHash('b'), deletedAt: new Date(0) }]);
  expect(await readDeletions([file])).toEqual([...known, { hash: tenantHash('b'), deletedAt: new Date(0) }]);
  const wrong = join(folder, 'wrong');
  await writeFile(wrong, 'something else');
  await expect(readDeletions([wrong])).rejects.toThrow('is no list of deleted tenants');
  await expect(readDeletions([join(folder, 'missing')])).rejects.toThrow('cannot be read (ENOENT)');
});
