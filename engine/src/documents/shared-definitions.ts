import { isDeepStrictEqual } from 'node:util';
import type { IssuePath, ReportIssue } from '../errors.ts';
import { suggestName } from '../expression/suggest-name.ts';
import { overrideMember } from './override-member.ts';

type Definition = Record<string, unknown>;
const LISTS = ['joins', 'dimensions'] as const;
type List = (typeof LISTS)[number];
const ONE: Record<List, string> = { joins: 'join', dimensions: 'dimension' };

/** Joins and dimensions that datasets use by name, as written. */
export type SharedDefinitions = Record<List, readonly Definition[]>;

const isDefinition = (item: unknown): item is Definition =>
  typeof item === 'object' && item !== null && !Array.isArray(item);
const nameIn = (list: List, { name, as, table }: Definition) => (list === 'joins' ? (as ?? table) : name);

/** The definitions of a document; what is not one is left to the schema. */
export function sharedIn(data: unknown): SharedDefinitions {
  const shared = isDefinition(data) && isDefinition(data.shared) ? data.shared : {};
  const listOf = (list: List) => {
    const items = shared[list];
    return Array.isArray(items) ? items.filter(isDefinition) : [];
  };
  return { joins: listOf('joins'), dimensions: listOf('dimensions') };
}

/** What a list entry uses: a name alone, or `use` with what differs here. */
function useOf(entry: unknown): { name: string; own: Definition } | null {
  if (typeof entry === 'string') return { name: entry, own: {} };
  if (!isDefinition(entry) || typeof entry.use !== 'string') return null;
  const { use, ...own } = entry;
  return { name: use, own };
}

/** Writes the definitions that datasets use into them; `report` receives unknown names. */
export function expandShared(datasets: unknown, shared: SharedDefinitions, report: ReportIssue): unknown {
  if (!Array.isArray(datasets)) return datasets;
  const expanded = (list: List, entry: unknown, path: IssuePath): unknown => {
    const use = useOf(entry);
    if (!use) return entry;
    const definition = shared[list].find((item) => nameIn(list, item) === use.name);
    if (definition) return { ...overrideMember(definition, use.own), use: use.name };
    const known = shared[list].map((item) => String(nameIn(list, item)));
    report(
      path,
      `There is no shared ${ONE[list]} '${use.name}'. Define it under shared.${list}.${suggestName(use.name, known)}`,
    );
    return entry;
  };
  return (datasets as unknown[]).map((dataset, index) => {
    if (!isDefinition(dataset)) return dataset;
    const lists = LISTS.flatMap((list) => {
      const entries = dataset[list];
      if (!Array.isArray(entries)) return [];
      return [[list, entries.map((entry, place) => expanded(list, entry, ['datasets', index, list, place]))] as const];
    });
    return { ...dataset, ...Object.fromEntries(lists) };
  });
}

/** A member that was written from one definition, written from another: what its use states otherwise remains. */
export function rewrittenFrom(member: Definition, before: Definition, after: Definition): Definition {
  const own = Object.entries(member).filter(([key, value]) => !isDeepStrictEqual(value, before[key]));
  return overrideMember(after, Object.fromEntries(own));
}
