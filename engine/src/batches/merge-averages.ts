import { distinct } from '../expression/distinct.ts';
import { once } from '../expression/once.ts';
import type { Cell } from '@rise/contract';
import type { BaseAggregate } from '../plan/measures.ts';
import type { AveragesPlan, PlanFact, PlanSource } from '../plan/plan.ts';
import { conjunctsOf } from '../plan/predicates.ts';
import type { PlanField, PlanPredicate } from '../plan/predicates.ts';
import { countedColumns, markOf } from '../planner/averages.ts';
import { perKeyTable } from '../sql/fragments/expression.ts';

/** Plans that one plan answers. */
export interface MergedAverages<T> {
  plan: AveragesPlan;
  members: { member: T; rowsOf: (rows: readonly Cell[][]) => Cell[][] }[];
}

type Planned = { plan: AveragesPlan };
type PerKeyValues = NonNullable<PlanSource['perKey']>[number];

const serialize = (value: unknown): string => JSON.stringify(value);

/** Plans with the same key read the same table on the same days, with the same rights; null for one to be run alone. */
function mergeKey({ plan }: Planned): string | null {
  const { facts, rows, of, fields } = plan;
  const [fact, ...others] = facts;
  if (others.length > 0 || rows !== 'filter' || of) return null;
  const { joins: _, perKey: __, ...source } = fact!.source;
  return serialize([source, fields, fact!.snapshotDates]);
}

/** One list for each table, with the values of all. */
function mergePerKey(all: readonly PerKeyValues[]): PerKeyValues[] {
  const tables = new Map<string, PerKeyValues>();
  for (const values of all) {
    const name = perKeyTable(values.of[0]!);
    const known = tables.get(name);
    const source = known ? mergeSources([known.source, values.source]) : values.source;
    tables.set(name, { of: distinct([...(known?.of ?? []), ...values.of]), source });
  }
  return [...tables.values()];
}

/** Sources that differ in what they join. A join comes after the one that it is joined to, in all of them. */
function mergeSources(sources: readonly PlanSource[]): PlanSource {
  const perKey = mergePerKey(sources.flatMap((source) => source.perKey ?? []));
  const { perKey: _, ...source } = sources[0]!;
  const joins = distinct(sources.flatMap((item) => item.joins));
  return { ...source, joins, ...(perKey.length > 0 && { perKey }) };
}

/** Whether each name has one definition: that of a joined table, or of a value per key. */
function isUnambiguous({ joins, perKey = [] }: PlanSource): boolean {
  const names = [
    ...joins.map(({ name }) => name),
    ...perKey.flatMap(({ of }) => of.map(({ name }) => `per key ${name}`)),
  ];
  return new Set(names).size === names.length && perKey.every(({ source }) => isUnambiguous(source));
}

/** The conditions of a plan's filter, by their content. */
const filterOf = once(
  ({ facts }: AveragesPlan) => new Map(conjunctsOf(facts[0]!.filter).map((item) => [serialize(item), item])),
);

/** What the filter of a plan requires beyond another one; null if its rows are not among the other's. */
function restrictionOf(plan: AveragesPlan, widest: AveragesPlan): PlanPredicate[] | null {
  const [own, read] = [filterOf(plan), filterOf(widest)];
  if (![...read.keys()].every((key) => own.has(key))) return null;
  const others = [...own].filter(([key]) => !read.has(key)).map(([, item]) => item);
  // A condition on snapshot dates is of aggregates or of a filter, whose tables are joined; not of a key.
  return others.some(({ kind }) => kind === 'holds') ? null : others;
}

interface Member<T extends Planned> {
  member: T;
  /** What selects its rows among those of the widest member. */
  restriction: PlanPredicate[];
}

const contentOf = once((item: { name: string }): string => serialize({ ...item, name: null }));

/** Items with names of their own, those with equal content once, and the place of each in the list. */
function renamed<E extends { name: string }>(items: readonly E[], name: string) {
  const byContent = new Map(items.map((item) => [contentOf(item), item]));
  const places = new Map([...byContent.keys()].map((content, place) => [content, place]));
  return {
    list: [...byContent.values()].map((item, place): E => ({ ...item, name: `${name} ${place}` })),
    placeOf: (item: E): number => places.get(contentOf(item))!,
  };
}

/** Merges plans whose rows are all among those of the first; null if that is impossible. */
function mergeAll<T extends Planned>(all: readonly Member<T>[]): MergedAverages<T> | null {
  const plans = all.map(({ member }) => member.plan);
  const widest = plans[0]!;
  const source = mergeSources(plans.map(({ facts }) => facts[0]!.source));
  if (!isUnambiguous(source)) return null;
  const restrictions = all.map(({ restriction }) => (restriction.length > 0 ? [markOf('', restriction)] : []));
  // Equal predicates are one mark, whatever they are of.
  const marks = renamed<PlanField>([...plans.flatMap((plan) => plan.marks), ...restrictions.flat()], 'mark');
  const counts = renamed<BaseAggregate>(
    plans.flatMap(({ facts }) => facts[0]!.aggregates),
    'count',
  );
  const { fields } = widest;
  const placeOfMark = (mark: PlanField) => fields.length + marks.placeOf(mark);
  const placeOfCount = (count: BaseAggregate) => fields.length + marks.list.length + counts.placeOf(count);
  const keys = [...fields, ...marks.list];
  const fact: PlanFact = { ...widest.facts[0]!, source, fields: keys, aggregates: counts.list };
  const members = all.map(({ member }, index) => {
    const { plan } = member;
    const places = [...fields.keys(), ...plan.marks.map(placeOfMark), ...plan.facts[0]!.aggregates.map(placeOfCount)];
    const [restricted] = restrictions[index]!.map(placeOfMark);
    const rowsOf = (rows: readonly Cell[][]) =>
      rows
        .filter((row) => restricted === undefined || row[restricted] === 1)
        .map((row) => places.map((place) => row[place]!));
    return { member, rowsOf };
  });
  const plan = { ...widest, facts: [fact], marks: marks.list, figures: [], columns: countedColumns(keys, [fact]) };
  return { plan, members };
}

/**
 * Merges plans of one reader on one version: of those that read the same rows, and of those that read some of them. No
 * plan reads more rows than one of its members would.
 */
export function mergeAverages<T extends Planned>(all: readonly T[]): { merged: MergedAverages<T>[]; alone: T[] } {
  const groups = new Map<string, Member<T>[][]>();
  const alone: T[] = [];
  // The widest first.
  for (const member of all.toSorted((one, other) => filterOf(one.plan).size - filterOf(other.plan).size)) {
    const key = mergeKey(member);
    if (key === null) {
      alone.push(member);
      continue;
    }
    const lists = groups.get(key) ?? [];
    groups.set(key, lists);
    const list = lists.find(([widest]) => restrictionOf(member.plan, widest!.member.plan) !== null);
    if (list) list.push({ member, restriction: restrictionOf(member.plan, list[0]!.member.plan)! });
    else lists.push([{ member, restriction: [] }]);
  }
  const merged: MergedAverages<T>[] = [];
  for (const list of [...groups.values()].flat()) {
    const together = list.length > 1 ? mergeAll(list) : null;
    if (together) merged.push(together);
    else alone.push(...list.map(({ member }) => member));
  }
  return { merged, alone };
}
