import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealRound } from '../../audit/sealing.service.ts';
import { GLOBAL_CHAIN } from '../../audit/chain.rules.ts';
import { SYSTEM } from '../../kernel/actor.ts';
import { audit } from '../../kernel/audit.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { verifyAudit } from './audit.ts';

let site: TestDatabase;
let dataDirectory: string;
beforeAll(async () => {
  site = await createTestDatabase();
  dataDirectory = await mkdtemp(join(tmpdir(), 'rise-verify-'));
});
afterAll(async () => {
  await site?.close();
  await rm(dataDirectory, { recursive: true, force: true });
});

test('says that each chain is whole, and names the first broken link by heads from elsewhere', async () => {
  const { database } = site;
  await audit(database, SYSTEM, { action: 'test.one', outcome: 'done' });
  while ((await sealRound(database)) === 0);
  const lines: string[] = [];
  const verify = (files: string[]) =>
    verifyAudit({ database, config: { dataDirectory }, say: (line) => void lines.push(line) }, files);
  await verify([]);
  expect(lines).toEqual(['ok    above the tenants: 1 links, 1 records']);
  const copy = join(dataDirectory, 'copy.jsonl');
  await writeFile(copy, `${JSON.stringify({ chain: GLOBAL_CHAIN, n: 9, hash: 'ab'.repeat(32) })}\n`);
  await expect(verify([copy])).rejects.toThrow(/changed in 1 of 1 chains/);
  expect(lines.at(-1)).toMatch(/^FAIL {2}above the tenants: link \d is broken: it differs from the head/);
});
