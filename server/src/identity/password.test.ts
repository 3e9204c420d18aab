import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { deriveSecret, deriveSigningKey } from './derived-secrets.ts';
import { DEMO_IDENTITIES, DEMO_PASSWORD } from './identities.ts';
import { PasswordChecks } from './password-checks.ts';
import { hashPassword, verifyPassword } from './password.ts';

test('a password is stored as a salted hash', async () => {
  const [one, two] = await Promise.all([hashPassword('çok gizli'), hashPassword('çok gizli')]);
  expect(one).not.toBe(two);
  expect(await verifyPassword('çok gizli', one)).toBe(true);
  expect(await verifyPassword('cok gizli', one)).toBe(false);
  expect(await verifyPassword('', one)).toBe(false);
  expect(await verifyPassword('çok gizli', null)).toBe(false);
});

test('every demo identity has the demo password, with its own salt', async () => {
  for (const { passwordHash } of DEMO_IDENTITIES) {
    expect(await verifyPassword(DEMO_PASSWORD, passwordHash)).toBe(true);
    expect(await verifyPassword('rise-Demo', passwordHash)).toBe(false);
  }
  expect(new Set(DEMO_IDENTITIES.map(({ passwordHash }) => passwordHash.split(':')[0])).size).toBe(
    DEMO_IDENTITIES.length,
  );
});

test('however many passwords wait for their check, files are read meanwhile', async () => {
  const checks = new PasswordChecks();
  const finished: number[] = [];
  const all = Array.from({ length: 12 }, async (_, index) => {
    await checks.verify(`guess ${index}`, null);
    finished.push(index);
  });
  await readFile(fileURLToPath(import.meta.url));
  expect(finished.length).toBeLessThan(8);
  await Promise.all(all);
  expect(finished).toHaveLength(12);
});

test('a limited number of passwords wait for their check', async () => {
  const checks = new PasswordChecks();
  const accepted: Promise<boolean>[] = [];
  while (!checks.isFull && accepted.length < 100) accepted.push(checks.verify('guess', null));
  expect(accepted.length).toBeLessThan(30);
  await Promise.all(accepted);
  expect(checks.isFull).toBe(false);
});

test('a secret always derives the same keys, and another secret different ones', () => {
  expect(deriveSigningKey('a')).toEqual(deriveSigningKey('a'));
  expect(deriveSigningKey('a').d).not.toBe(deriveSigningKey('b').d);
  expect(deriveSecret('a', 'client')).not.toBe(deriveSecret('a', 'cookies'));
});
