import { expect, test } from 'vitest';
import { AttemptLimit } from './attempts.ts';
import { deriveSecret, deriveSigningKey } from './derived-secrets.ts';
import { DEMO_IDENTITIES, DEMO_PASSWORD } from './identities.ts';
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

test('the tenth wrong password in five minutes locks a name until the first of them is five minutes old', () => {
  let now = 0;
  const attempts = new AttemptLimit(() => now);
  for (let times = 0; times < 10; times += 1) {
    expect(attempts.wait('ada')).toBe(0);
    attempts.failed('ada');
    now += 1000;
  }
  expect(attempts.wait('ada')).toBe(290_000);
  expect(attempts.wait('bob')).toBe(0);
  now = 300_000;
  expect(attempts.wait('ada')).toBe(0);
  attempts.succeeded('ada');
  attempts.failed('ada');
  expect(attempts.wait('ada')).toBe(0);
});

test('a secret always derives the same keys, and another secret different ones', () => {
  expect(deriveSigningKey('a')).toEqual(deriveSigningKey('a'));
  expect(deriveSigningKey('a').d).not.toBe(deriveSigningKey('b').d);
  expect(deriveSecret('a', 'client')).not.toBe(deriveSecret('a', 'cookies'));
});
