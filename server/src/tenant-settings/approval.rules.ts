import type { ErrorDetail, MappingChanges } from '@rise/contract';
import { changesTo, entriesOf, isSame, type MappingContent } from './mappings.rules.ts';

const isSameEntries = (a: MappingContent['codes'], b: MappingContent['codes']) =>
  isSame({ codes: a, categories: [], rules: [] }, { codes: b, categories: [], rules: [] });

/**
 * What a proposal changes and another person has changed since to something else: approving it would undo that without
 * anybody having decided so.
 */
export function conflictsOf(
  { set, remove, categories, rules }: MappingChanges,
  base: MappingContent,
  now: MappingContent,
): ErrorDetail[] {
  const [before, current, proposed] = [entriesOf(base.codes), entriesOf(now.codes), entriesOf(set)];
  const codes = [...new Set([...set.map(({ code }) => code), ...remove])].filter((code) => {
    const is = current.get(code) ?? [];
    return !isSameEntries(before.get(code) ?? [], is) && !isSameEntries(proposed.get(code) ?? [], is);
  });
  const part = (field: 'categories' | 'rules', next: unknown): ErrorDetail[] => {
    const [old, is] = [JSON.stringify(base[field]), JSON.stringify(now[field])];
    return next === undefined || old === is || is === JSON.stringify(next)
      ? []
      : [{ field, message: `The ${field} have changed since.` }];
  };
  return [
    ...codes.map((code) => ({
      field: 'set',
      message: `${code === null ? 'The missing code (null)' : `'${code}'`} has changed since.`,
    })),
    ...part('categories', categories),
    ...part('rules', rules),
  ];
}

/** The changes that make one content into another. */
export function changesBetween(before: MappingContent, after: MappingContent): MappingChanges {
  const differs = (field: 'categories' | 'rules') => JSON.stringify(before[field]) !== JSON.stringify(after[field]);
  return {
    ...changesTo(before.codes, after.codes),
    ...(differs('categories') && { categories: [...after.categories] }),
    ...(differs('rules') && { rules: [...after.rules] }),
  };
}
