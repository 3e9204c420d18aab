import type { MappedCode } from '@rise/contract';
import { describe, expect, test } from 'vitest';
import {
  findGaps,
  hasOverlap,
  isEmptyDraft,
  mapTo,
  NO_DRAFT,
  renameCategory,
  setEntries,
  toTree,
} from './draft.rules.ts';

const entry = (
  code: string | null,
  value: string,
  from: string | null = null,
  until: string | null = null,
): MappedCode => ({
  code,
  value,
  attributes: {},
  from,
  until,
});
const known = { code: 'A', entries: [entry('A', 'auto')] };

describe('a draft', () => {
  test('has what differs from the active version, and nothing else', () => {
    const changed = setEntries(NO_DRAFT, [
      { code: known, entries: mapTo(known, 'card', null) },
      { code: { code: null, entries: [] }, entries: [entry(null, 'none')] },
    ]);
    expect(changed).toMatchObject({ set: [entry('A', 'card'), entry(null, 'none')], remove: [] });
    const removed = setEntries(changed, [{ code: known, entries: [] }]);
    expect(removed).toMatchObject({ set: [entry(null, 'none')], remove: ['A'] });
    const back = setEntries(removed, [
      { code: known, entries: mapTo(known, 'auto', null) },
      { code: { code: null, entries: [] }, entries: [] },
    ]);
    expect(back.set).toEqual([]);
    expect(isEmptyDraft(setEntries(NO_DRAFT, [{ code: known, entries: known.entries }]))).toBe(true);
  });

  test('from a day on, what a code meant before ends the day before', () => {
    expect(mapTo(known, 'card', '2026-03-01')).toEqual([
      entry('A', 'auto', null, '2026-02-28'),
      entry('A', 'card', '2026-03-01'),
    ]);
    const later = { code: 'A', entries: [entry('A', 'auto', '2026-05-01')] };
    expect(mapTo(later, 'card', '2026-03-01')).toEqual([entry('A', 'card', '2026-03-01')]);
  });

  test('overlaps and gaps are found', () => {
    expect(hasOverlap([entry('A', 'a', null, '2026-01-31'), entry('A', 'b', '2026-01-31')])).toBe(true);
    expect(hasOverlap([entry('A', 'a', null, '2026-01-31'), entry('A', 'b', '2026-02-01')])).toBe(false);
    const days = { first: '2026-01-01', last: '2026-12-31' };
    expect(
      findGaps([entry('A', 'a', '2026-02-01', '2026-02-28'), entry('A', 'b', '2026-04-01', '2026-11-30')], days),
    ).toEqual([
      { from: '2026-01-01', until: '2026-01-31' },
      { from: '2026-03-01', until: '2026-03-31' },
      { from: '2026-12-01', until: '2026-12-31' },
    ]);
    expect(findGaps([entry('A', 'a')], days)).toEqual([]);
    expect(findGaps([entry('A', 'a', '2027-01-01')], days)).toEqual([{ from: '2026-01-01', until: '2026-12-31' }]);
  });

  test('a renamed category takes its codes, children and rules along', () => {
    const categories = [
      { value: 'old', parent: null },
      { value: 'child', parent: 'old' },
    ];
    const rule = { match: 'contains', pattern: 'x', value: 'old', mode: 'suggest' } as const;
    const table = { type: 't', version: 1, codes: [entry('A', 'old'), entry('B', 'child')], categories, rules: [rule] };
    const draft = setEntries(NO_DRAFT, [{ code: { code: 'C', entries: [] }, entries: [entry('C', 'old')] }]);
    const renamed = renameCategory(draft, { before: 'old', after: 'new', table, categories });
    expect(renamed.set).toEqual([entry('A', 'new'), entry('C', 'new')]);
    expect(toTree(renamed.categories!)).toEqual([
      { value: 'new', parent: null, depth: 0 },
      { value: 'child', parent: 'new', depth: 1 },
    ]);
    expect(renamed.rules).toEqual([{ ...rule, value: 'new' }]);
  });
});
