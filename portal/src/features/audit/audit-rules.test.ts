import { describe, expect, it } from 'vitest';
import { actionWords } from '../../audit-trail/action-words.ts';
import { readAuditState, toAuditFilter, writeAuditState } from './audit.state.ts';
import { changesOf, omittedFields, otherDetails } from './changes.rules.ts';

describe('words of actions', () => {
  it('are in the reader’s language; an unknown action keeps its name', () => {
    expect(actionWords('report.publish', 'en')).toBe('Publish report');
    expect(actionWords('report.publish', 'tr-TR')).toBe('Raporu yayımlama');
    expect(actionWords('of.an-older-release', 'tr')).toBe('of.an-older-release');
  });
});

describe('the filter', () => {
  const now = new Date('2026-11-27T10:20:30.000Z');
  it('of a preset begins at a full hour; chosen days are whole days of the browser', () => {
    expect(toAuditFilter(readAuditState({ range: 'week' }), now)).toEqual({ from: '2026-11-20T10:00:00.000Z' });
    const { from, to } = toAuditFilter(readAuditState({ range: 'days', from: '2026-02-28', to: '2026-02-28' }), now);
    expect(Date.parse(to!) - Date.parse(from!)).toBe(86_400_000);
    expect(new Date(from!).getHours()).toBe(0);
  });

  it('ignores what an address may not say, and is the same after a reload', () => {
    const state = readAuditState({
      range: 'ever',
      from: '2026-99-99',
      group: 'x',
      outcome: 'x',
      before: '-1',
      record: '1e9',
    });
    expect(state).toEqual(readAuditState({}));
    const chosen = {
      of: 'global',
      range: 'days',
      from: '2026-01-01',
      group: 'exports',
      q: 'a',
      before: '7',
      record: '5',
    };
    expect(writeAuditState(readAuditState(chosen))).toEqual(chosen);
  });
});

describe('what changed', () => {
  it('lists fields that differ, and those that are on one side only', () => {
    const details = {
      before: { name: 'A', roles: ['a', 'b'], same: { x: 1 } },
      after: { name: 'B', roles: ['a'], same: { x: 1 }, added: true },
      version: 3,
    };
    expect(changesOf(details)).toEqual([
      { field: 'name', before: 'A', after: 'B' },
      { field: 'roles', before: 'a, b', after: 'a' },
      { field: 'added', before: null, after: 'true' },
    ]);
    expect(otherDetails(details)).toBe('{\n  "version": 3\n}');
    const named = { targetName: 'alder.example', omitted: ['password', 'sql'] };
    expect(otherDetails(named, 'alder.example')).toBeNull();
    expect(otherDetails(named, 'new.example')).toContain('alder.example');
    expect(omittedFields(named)).toBe('password, sql');
    expect(omittedFields({})).toBeNull();
    expect(changesOf({})).toEqual([]);
    expect(otherDetails({})).toBeNull();
  });
});
