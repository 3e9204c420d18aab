import type { DomainCheckResult } from '@rise/contract';
import { expect, test } from 'vitest';
import { afterCheck, expiryOf, started, type CheckState } from './domain-checks.rules.ts';

const START = new Date('2026-03-01T00:00:00Z');
const HOUR = 3_600_000;
const at = (hours: number) => new Date(START.getTime() + hours * HOUR);

/** Runs each check when it is due, with the results in turn; returns the hours of all states. */
function follow(from: CheckState, results: Iterable<DomainCheckResult>) {
  let domain = from;
  const changes: string[] = [];
  const waits: number[] = [];
  for (const result of results) {
    if (domain.nextCheckAt === null) break;
    const now = domain.nextCheckAt;
    const before = domain;
    domain = afterCheck(before, result, { now, isScheduled: true });
    waits.push(domain.nextCheckAt === null ? Infinity : (domain.nextCheckAt.getTime() - now.getTime()) / HOUR);
    if (domain.state !== before.state) changes.push(`${(now.getTime() - START.getTime()) / HOUR} h ${domain.state}`);
  }
  return { domain, changes, waits };
}

const times = (count: number, result: DomainCheckResult): DomainCheckResult[] =>
  Array.from({ length: count }, () => result);
const verified: CheckState = { ...started(START), state: 'verified', nextCheckAt: at(24) };

test('a new domain is looked for after 1, 5, 15 and 60 minutes, then each six hours, and expires after 14 days', () => {
  const minutes = (hours: number) => Math.round(hours * 60);
  expect(started(START).nextCheckAt).toEqual(at(1 / 60));
  const { changes, waits } = follow(started(START), times(100, 'missing'));
  expect(waits.slice(0, 5).map(minutes)).toEqual([5, 15, 60, 360, 360]);
  expect(changes).toEqual([`${14 * 24} h expired`]);
  expect(expiryOf(started(START))).toEqual(at(14 * 24));
});

test.each<DomainCheckResult>(['unknown', 'taken'])('it is not verified by %s, and expires, too', (result) => {
  expect(follow(started(START), times(100, result)).changes).toEqual([`${14 * 24} h expired`]);
});

test('a verified domain fails after 72 hours without its record, and expires 14 days after that', () => {
  const { changes } = follow(verified, times(100, 'missing'));
  expect(changes).toEqual(['96 h failing', `${96 + 14 * 24} h expired`]);
});

test('it does not fail by DNS without an answer, however long, nor by misses that do not span 72 hours', () => {
  expect(follow(verified, times(200, 'unknown')).changes).toEqual([]);
  expect(follow(verified, ['missing', 'missing', 'missing', 'found', 'missing', 'missing', 'missing']).changes).toEqual([]); // prettier-ignore
  // Unknown ones between are neither misses nor the end of them.
  expect(follow(verified, ['missing', 'unknown', 'missing', 'unknown', 'missing', 'missing']).changes).toEqual(['108 h failing']); // prettier-ignore
});

test('a failing domain is verified again by its record, and does not expire while DNS gives no answer', () => {
  const { domain } = follow(verified, times(4, 'missing'));
  expect(domain.state).toBe('failing');
  const silent = follow(domain, times(100, 'unknown'));
  expect(silent.changes).toEqual([]);
  const found = follow(silent.domain, ['found']).domain;
  expect(found).toMatchObject({ state: 'verified', misses: 0, missingSince: null });
  expect(expiryOf(found)).toBeNull();
});

test('a check that a person asks for proves and mends, and is no miss', () => {
  const manual = { now: at(1), isScheduled: false };
  expect(afterCheck(started(START), 'missing', manual)).toEqual(started(START));
  expect(afterCheck(verified, 'missing', manual)).toEqual(verified);
  expect(afterCheck(started(START), 'found', manual)).toMatchObject({ state: 'verified', nextCheckAt: at(25) });
});
