import { MAX_DELIVERY_ATTEMPTS } from '@rise/contract';
import { expect, test } from 'vitest';
import { answered, unanswered, waitAfter, WAITS_MS } from './webhook-attempts.rules.ts';

test('waits grow from a minute to half a day, between eight attempts', () => {
  const waits = Array.from({ length: MAX_DELIVERY_ATTEMPTS }, (_, index) => waitAfter(index + 1, 'alert', WAITS_MS));
  expect(waits.at(0)).toBe(60_000);
  expect(waits.at(-2)).toBe(12 * 3_600_000);
  expect(waits.at(-1)).toBeNull();
  const between = waits.slice(0, -1).map(Number);
  expect(between).toEqual(between.toSorted((left, right) => left - right));
  expect(new Set(between).size).toBe(MAX_DELIVERY_ATTEMPTS - 1);
});

test('a test is sent once', () => {
  expect(waitAfter(1, 'test', WAITS_MS)).toBeNull();
});

test.each([
  [200, null, false],
  [204, null, false],
  [301, 'redirect', false],
  [404, 'status', false],
  [410, 'status', true],
  [500, 'status', false],
] as const)('an answer with status %i', (status, reason, isGone) => {
  expect(answered(status)).toEqual({ reason, responseStatus: status, isGone });
});

test.each([
  ['DEADLINE', 'timeout'],
  ['ENOTFOUND', 'name'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
  ['ECONNREFUSED', 'connection'],
] as const)('no answer because of %s', (code, reason) => {
  expect(unanswered(code)).toMatchObject({ reason, responseStatus: null });
});
