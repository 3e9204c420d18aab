import { expect, test } from 'vitest';
import { isRefusedForGood, reasonOf, waitAfter } from './outbox.rules.ts';

test('delays double from a minute to six hours, and end after about three days', () => {
  expect([1, 2, 3, 9, 10, 19].map(waitAfter)).toEqual([1, 2, 4, 256, 360, 360].map((minutes) => minutes * 60_000));
  expect(waitAfter(20)).toBeNull();
  const days = Array.from({ length: 19 }, (_, n) => waitAfter(n + 1)!).reduce((sum, ms) => sum + ms, 0) / 86_400_000;
  expect(days).toBeGreaterThan(2.5);
  expect(days).toBeLessThan(3.5);
});

test.each<[string, object, boolean]>([
  ['an unknown recipient', { responseCode: 550, command: 'RCPT TO' }, true],
  ['a rejected text', { responseCode: 554, command: 'DATA' }, true],
  ['a full mailbox', { responseCode: 452, command: 'RCPT TO' }, false],
  ['a wrong password', { responseCode: 535, command: 'AUTH PLAIN' }, false],
  ['a server that requires a password', { responseCode: 530, command: 'MAIL FROM' }, false],
  ['no server', { code: 'ECONNREFUSED' }, false],
])('%s: permanent is %s', (_name, error, expected) => {
  expect(isRefusedForGood(error)).toBe(expected);
});

test('a reason is one short line', () => {
  expect(reasonOf(new Error(`no\r\n${'x'.repeat(500)}`))).toMatch(/^no x{297}$/);
});
