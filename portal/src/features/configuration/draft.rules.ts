import type { MappedCode, MappingCategory, MappingDraft, MappingTable } from '@rise/contract';

/** A code and its entries in the active version. */
export interface CodeEntries {
  readonly code: string | null;
  readonly entries: readonly MappedCode[];
}

export const NO_DRAFT: MappingDraft = { basedOn: 0, set: [], remove: [] };

/** Number of codes that a draft changes. */
export function changedCodes({ set, remove }: MappingDraft): Set<string | null> {
  return new Set([...set.map(({ code }) => code), ...remove]);
}

export const isEmptyDraft = (draft: MappingDraft): boolean =>
  draft.set.length + draft.remove.length === 0 && draft.categories === undefined && draft.rules === undefined;

/** The entries of a code with a draft. */
export function entriesIn(draft: MappingDraft, { code, entries }: CodeEntries): readonly MappedCode[] {
  const set = draft.set.filter((entry) => entry.code === code);
  if (set.length > 0) return set;
  return draft.remove.includes(code) ? [] : entries;
}

const withoutCode = (draft: MappingDraft, codes: ReadonlySet<string | null>): MappingDraft => ({
  ...draft,
  set: draft.set.filter(({ code }) => !codes.has(code)),
  remove: draft.remove.filter((code) => !codes.has(code)),
});

const isSame = (a: readonly MappedCode[], b: readonly MappedCode[]) => JSON.stringify(a) === JSON.stringify(b);

/** Gives codes their next entries; one that gets the entries of the active version is no change. */
export function setEntries(
  draft: MappingDraft,
  changes: readonly { code: CodeEntries; entries: readonly MappedCode[] }[],
): MappingDraft {
  const rest = withoutCode(draft, new Set(changes.map(({ code }) => code.code)));
  const real = changes.filter(({ code, entries }) => !isSame(entries, code.entries));
  return {
    ...rest,
    set: [...rest.set, ...real.flatMap(({ entries }) => entries)],
    remove: [...rest.remove, ...real.filter(({ entries }) => entries.length === 0).map(({ code }) => code.code)],
  };
}

/** Takes back what a draft changes of codes. */
export const undoCodes = (draft: MappingDraft, codes: readonly (string | null)[]): MappingDraft =>
  withoutCode(draft, new Set(codes));

export function dayBefore(day: string): string {
  return addDays(day, -1);
}

export function dayAfter(day: string): string {
  return addDays(day, 1);
}

function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/**
 * The entries of a code that maps to a value: always, or from a day on, where what it meant before stays until the day
 * before.
 */
export function mapTo({ code, entries }: CodeEntries, value: string, from: string | null): MappedCode[] {
  const attributes = entries.at(-1)?.attributes ?? {};
  const next: MappedCode = { code, value, attributes, from, until: null };
  if (from === null) return [next];
  const before = entries
    .filter((entry) => entry.from === null || entry.from < from)
    .map((entry) => (entry.until === null || entry.until >= from ? { ...entry, until: dayBefore(from) } : entry));
  return [...before, next];
}

/** Whether two entries of a code have a day in common. */
export function hasOverlap(entries: readonly MappedCode[]): boolean {
  return entries.some((a, index) =>
    entries
      .slice(index + 1)
      .some(
        (b) =>
          (a.from === null || b.until === null || a.from <= b.until) &&
          (b.from === null || a.until === null || b.from <= a.until),
      ),
  );
}

/** Days between the first and the last day of a code on which no entry is valid; each as first and last day. */
export function findGaps(
  entries: readonly MappedCode[],
  { first, last }: { first: string | null; last: string | null },
): { from: string; until: string }[] {
  if (first === null || last === null || entries.length === 0) return [];
  const gaps: { from: string; until: string }[] = [];
  let open = first;
  for (const { from, until } of entries.toSorted((a, b) => (a.from ?? '').localeCompare(b.from ?? ''))) {
    if (from !== null && from > open) gaps.push({ from: open, until: from > last ? last : dayBefore(from) });
    if (until === null) return gaps.filter((gap) => gap.from <= gap.until);
    if (until >= open) open = dayAfter(until);
    if (open > last) break;
  }
  if (open <= last) gaps.push({ from: open, until: last });
  return gaps.filter((gap) => gap.from <= gap.until);
}

/** The draft after a category has another name: its codes, its children and rules follow. */
export function renameCategory(
  draft: MappingDraft,
  {
    before,
    after,
    table,
    categories,
  }: { before: string; after: string; table: MappingTable; categories: readonly MappingCategory[] },
): MappingDraft {
  const rename = (value: string) => (value === before ? after : value);
  const codes = [...new Set([...table.codes, ...draft.set].map(({ code }) => code))].map((code) => ({
    code,
    entries: table.codes.filter((entry) => entry.code === code),
  }));
  const changes = codes.flatMap((code) => {
    const entries = entriesIn(draft, code);
    return entries.some(({ value }) => value === before)
      ? [{ code, entries: entries.map((entry) => ({ ...entry, value: rename(entry.value) })) }]
      : [];
  });
  const rules = draft.rules ?? table.rules;
  return {
    ...setEntries(draft, changes),
    categories: categories.map(({ value, parent }) => ({
      value: rename(value),
      parent: parent === null ? null : rename(parent),
    })),
    ...(rules.some(({ value }) => value === before) && {
      rules: rules.map((rule) => ({ ...rule, value: rename(rule.value) })),
    }),
  };
}

/** Categories in the order of a tree, with their depth. */
export function toTree(categories: readonly MappingCategory[]): (MappingCategory & { depth: number })[] {
  const below = (parent: string | null, depth: number): (MappingCategory & { depth: number })[] =>
    depth > 20
      ? []
      : categories.flatMap((category) =>
          category.parent === parent ? [{ ...category, depth }, ...below(category.value, depth + 1)] : [],
        );
  return below(null, 0);
}
