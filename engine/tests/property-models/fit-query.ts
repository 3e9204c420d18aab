import { sharedBy } from './generate-warehouse.ts';
import type { GeneratedWarehouse } from './generate-warehouse.ts';
import { measuresOf, OVER_KNOWN_DAYS } from './measures.ts';
import type { CalculationKind, CustomMeasures, FittedQuery, GeneratedQuery, Tree } from './query.ts';
import { areDifferentTenders, isIncomparable } from './tenders.ts';

/** Values of other periods, which are shown as they are. */
const OF_OTHER_PERIODS = new Set<CalculationKind>(['previous', 'ago', 'year_ago', 'like_for_like']);

const mentionsDay = (tree: Tree): boolean => {
  if ('all' in tree) return tree.all.some(mentionsDay);
  if ('any' in tree) return tree.any.some(mentionsDay);
  if ('none' in tree) return mentionsDay(tree.none);
  return 'since' in tree || tree.field === 'day';
};
/** Whether conditions on the day are at the top level only, so that they can be left out for other periods. */
function hasSeparableDays(tree: Tree): boolean {
  if ('all' in tree) return tree.all.every(hasSeparableDays);
  return !('any' in tree || 'none' in tree) || !mentionsDay(tree);
}

/** Whether the conditions on the day alone leave one range of days. */
function isRange(filter: Tree | null): boolean {
  if (filter === null || 'since' in filter || !isOnDayAlone(filter)) return true;
  if ('all' in filter) return filter.all.every(isRange);
  return 'is' in filter && !filter.not && filter.is.length === 1;
}
function isOnDayAlone(tree: Tree): boolean {
  if ('all' in tree) return tree.all.some(isOnDayAlone);
  if ('any' in tree) return tree.any.every(isOnDayAlone);
  if ('none' in tree) return isOnDayAlone(tree.none);
  return 'since' in tree || tree.field === 'day';
}

/** A filter without conditions on other fields: one, or none. */
export function availableConditions(has: ReadonlySet<string>, filter: Tree): Tree[] {
  const keep = (item: Tree): Tree[] => {
    if ('all' in item) return combineConditions(item.all.flatMap(keep), (all) => ({ all }));
    if ('any' in item) return combineConditions(item.any.flatMap(keep), (any) => ({ any }));
    if ('none' in item) return keep(item.none).map((none) => ({ none }));
    if ('than' in item && !has.has(item.other)) return [];
    return 'since' in item || has.has(item.field) ? [item] : [];
  };
  return keep(filter);
}

/**
 * Removes what the warehouse lacks or what would be invalid for it.
 * Where `offered` is given, the query has only those of the warehouse's measures.
 */
export function adaptQuery(
  warehouse: GeneratedWarehouse,
  query: GeneratedQuery,
  offered: (measure: string) => boolean = () => true,
): FittedQuery {
  const has = new Set<string>([...sharedBy(warehouse), 'month', 'year', 'began_month']);
  const keep = (tree: Tree) => availableConditions(has, tree);
  const all = query.dimensions.filter((name) => has.has(name));
  const period = all.find((name) => name === 'month' || name === 'year');
  // Calculations look at the first date with a grain.
  const isCohort = all.includes('began_month');
  const fill = query.fill && period !== undefined && !isCohort;
  const dimensions = fill ? [period, ...all.filter((name) => name !== period)] : all;
  const [filter = null] = query.filter ? keep(query.filter) : [];
  const own = [...measuresOf(warehouse).keys()].filter(
    (name) => offered(name) && (isRange(filter) || !OVER_KNOWN_DAYS.some((over) => name.startsWith(over))),
  );
  const custom = adaptCustomMeasures(warehouse, query.custom, own, keep);
  // Several times, so that queries often use them.
  const names = [...own, ...(custom ? Array.from({ length: 8 }, () => ['filtered', 'formula']).flat() : [])];
  const timed = period !== undefined && !isCohort && (!filter || hasSeparableDays(filter));
  const rollup = query.rollup && dimensions.length > 0 && !fill;
  const isPossible = (kind: CalculationKind) => {
    if (kind === 'retention') return dimensions.includes('months_since');
    return kind === 'share' || kind === 'rank' || kind === 'percentile' || timed;
  };
  /** Amounts in several currencies do not compare, but for those of another period, and days have no share. */
  const isAllowed = (kind: CalculationKind, name: string) => {
    const isDay = (name === 'filtered' ? custom!.filtered.of : name).startsWith('first_day');
    if (kind === 'retention' && isDay) return false;
    return !isIncomparable(warehouse, custom, name) || OF_OTHER_PERIODS.has(kind);
  };
  const calculations = query.calculations.filter(
    ({ kind, measure }) => isAllowed(kind, names[measure % names.length]!) && isPossible(kind),
  );
  const adapted = {
    ...query,
    custom,
    dimensions,
    filter,
    calculations,
    rollup,
    fill,
    totals: query.totals && !rollup,
    names,
  };
  return { ...adapted, having: allowsHaving(adapted) ? comparableHaving(warehouse, query.having, adapted) : null };
}
function adaptCustomMeasures(
  warehouse: GeneratedWarehouse,
  custom: GeneratedQuery['custom'],
  names: readonly string[],
  keep: (tree: Tree) => Tree[],
): CustomMeasures | null {
  const [filter] = custom ? keep(custom.filter) : [];
  if (!custom || !filter) return null;
  // Formulas take no days.
  const figures = names.filter((name) => !name.startsWith('first_day'));
  const at = (place: number) => figures[place % figures.length]!;
  const of = at(custom.filtered);
  // Amounts in different currencies are not subtracted.
  const left = areDifferentTenders(warehouse, [of, at(custom.left)]) ? of : at(custom.left);
  return { filtered: { of, filter }, formula: { left, right: 'filtered' } };
}

/** A day compares with no number, only with nothing, and so do amounts in several currencies. */
function comparableHaving(
  warehouse: GeneratedWarehouse,
  having: GeneratedQuery['having'],
  { names, custom }: Pick<FittedQuery, 'names' | 'custom'>,
) {
  const name = having && names[having.measure % names.length]!;
  const isDay = (name === 'filtered' ? custom?.filtered.of : name)?.startsWith('first_day');
  const isMixed = name !== null && isIncomparable(warehouse, custom, name);
  return having && (isDay || isMixed) ? { ...having, bound: null } : having;
}

/** Last known values of several periods have no total over those that pass. */
function allowsHaving({
  dimensions,
  measures,
  calculations,
  having,
  rollup,
  totals,
  fill,
  names,
  custom,
}: FittedQuery): boolean {
  const places = [...measures, ...calculations.map(({ measure }) => measure), having?.measure ?? 0];
  const known = places
    .map((place) => names[place % names.length]!)
    .flatMap((name) => (name === 'formula' ? [custom!.formula.left, custom!.filtered.of] : [name]))
    .some((name) => (name === 'filtered' ? custom!.filtered.of : name).startsWith('known'));
  const timed = dimensions.some((name) => name === 'month' || name === 'year' || name === 'day');
  return dimensions.length > 0 && !fill && !(known && timed && (rollup || totals));
}
const combineConditions = (all: Tree[], created: (all: Tree[]) => Tree): Tree[] =>
  all.length === 0 ? [] : [created(all)];
