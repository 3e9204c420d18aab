import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SYSTEM } from '../kernel/actor.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { attemptLimit } from '../identity/attempts.ts';
import { LimitService } from './limits.service.ts';
import { SharedLimit } from './shared-limit.service.ts';

let fixture: TestDatabase;
beforeAll(async () => {
  fixture = await createTestDatabase();
});
afterAll(() => fixture?.close());

const key = randomBytes(32);
/** Separate instances, as in each server process. */
const limits = (most = 3) =>
  new LimitService({
    database: fixture.database,
    perHour: { contact: most, unsubscribe: most, 'export-link': 100 },
    key,
  });

test('an address has a number of uses per hour over all processes, and learns when the next is allowed', async () => {
  const answers: (number | null)[] = [];
  for (let n = 0; n < 4; n += 1) answers.push(await limits().use('contact', '203.0.113.1'));
  expect(answers.slice(0, 3)).toEqual([null, null, null]);
  expect(answers[3]).toBeGreaterThan(3500);
  expect(answers[3]).toBeLessThanOrEqual(3600);
  expect(await limits().use('contact', '203.0.113.2')).toBeNull();
});

test('concurrent requests do not exceed the limit', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => limits(4).use('contact', '203.0.113.3')));
  expect(answers.filter((wait) => wait === null)).toHaveLength(4);
});

test('ten wrong passwords lock a name in every server, until the first is five minutes old or a right one comes', async () => {
  const servers = [attemptLimit(fixture.database, key), attemptLimit(fixture.database, key)];
  const guess = (name: string, at = 0) => servers[at % 2]!.use(name);
  for (let times = 0; times < 10; times += 1) expect(await guess('ada', times)).toBeNull();
  expect(await guess('ada', 0)).toBeGreaterThan(290);
  expect(await guess('ada', 1)).toBeGreaterThan(290);
  expect(await guess('bob')).toBeNull();
  await fixture.database.withGlobal(SYSTEM, async (tx) => {
    await tx.run`
      WITH first AS (DELETE FROM limited_use WHERE what = 'sign-in' AND at = (
        SELECT min(at) FROM limited_use WHERE what = 'sign-in') RETURNING what, who)
      INSERT INTO limited_use (what, who, at) SELECT what, who, now() - interval '5 minutes' FROM first`;
  });
  expect(await guess('ada', 1)).toBeNull();
  expect(await guess('ada', 0)).toBeGreaterThan(0);
  await servers[1]!.forget('ada');
  expect(await guess('ada', 0)).toBeNull();
});

test('what is named for one limit does not count for another, nor is the name stored', async () => {
  const limit = (what: string) =>
    new SharedLimit({ database: fixture.database, key, what, most: 1, seconds: 60 }).use('eve@alder.example');
  expect(await limit('one')).toBeNull();
  expect(await limit('two')).toBeNull();
  expect(await limit('one')).toBeGreaterThan(50);
  const stored = await fixture.database.withGlobal(
    SYSTEM,
    (tx) => tx.rows<{ who: Buffer }>`SELECT who FROM limited_use WHERE what = 'one'`,
  );
  expect(stored[0]!.who.toString('latin1')).not.toContain('eve');
});

test('uses older than an hour no longer count and are deleted', async () => {
  const use = () => limits(1).use('contact', '203.0.113.4');
  expect(await use()).toBeNull();
  await fixture.database.withGlobal(SYSTEM, async (tx) => {
    await tx.run`DELETE FROM limited_use`;
    await tx.run`INSERT INTO limited_use (what, who, at) VALUES ('contact', '\\x00', now() - interval '61 minutes')`;
  });
  expect(await use()).toBeNull();
  expect(await use()).toBeGreaterThan(0);
  const stored = await fixture.database.withGlobal(
    SYSTEM,
    (tx) => tx.rows<{ who: Buffer }>`SELECT who FROM limited_use WHERE what = 'contact'`,
  );
  expect(stored).toHaveLength(1);
  expect(stored[0]!.who.toString('latin1')).not.toContain('203.0.113.4');
});
