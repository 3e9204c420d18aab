import { createHash } from 'node:crypto';
import type { Cell, Measure, ModelFinding } from '@rise/contract';

/** A finding before it is attributed to a dataset. */
export type Finding = Pick<ModelFinding, 'kind' | 'of' | 'names' | 'message'>;

/** An absolute value of this size is implausible whatever it measures. */
const LARGEST_VALUE = 1e15;
/** A percent measure beyond ±10,000 %. */
const LARGEST_FRACTION = 100;
/** A group whose value is this many times the median of all groups', where there are enough of them. */
const LARGEST_MULTIPLE = 1_000_000;
const GROUPS_FOR_MEDIAN = 10;
const FIRST_DAY = '1900-01-01';
const LAST_DAY = '2199-12-31';

/** The members of a dimension. */
export interface Members {
  readonly name: string;
  /** Number of members, null among them. */
  readonly count: number;
  /** True where there are more than were counted. */
  readonly truncated: boolean;
  /** In the dimension's order, without null; null where there is none. */
  readonly first: Cell;
  readonly last: Cell;
}

/** A measure's values in total and in each group of one dimension. */
export interface MeasureProfile {
  readonly name: string;
  readonly unit: Measure['format']['unit'];
  readonly total: Cell;
  readonly groups: number;
  /** Groups with a value. */
  readonly filled: number;
  /** Whether all groups and the total have the same value. */
  readonly constant: boolean;
  readonly largest: { readonly group: string; readonly value: number } | null;
  /** Of the absolute values other than zero; null where too few groups have one. */
  readonly median: number | null;
  /** Equal for measures with the same value in each group and in total. */
  readonly signature: string;
}

/** Profiles a measure by its total and its value in each group; `keys` are the groups' members. */
export function profileMeasure(
  { name, format: { unit } }: Pick<Measure, 'name' | 'format'>,
  total: Cell,
  keys: readonly Cell[],
  cells: readonly Cell[],
): MeasureProfile {
  const filled = cells.flatMap((cell, index) => (cell === null ? [] : [{ group: String(keys[index]), cell }]));
  const sizes = filled.map(({ cell }) => Math.abs(Number(cell))).filter((size) => size > 0);
  const hash = createHash('sha256').update(JSON.stringify(total));
  for (const { group, cell } of filled) hash.update(`\0${group}\0${String(cell)}`);
  const values = [...filled, ...(total === null ? [] : [{ group: 'total', cell: total }])];
  const largest = values.reduce<MeasureProfile['largest']>((most, { group, cell }) => {
    const value = Number(cell);
    return most === null || Math.abs(value) > Math.abs(most.value) ? { group, value } : most;
  }, null);
  return {
    name,
    unit,
    total,
    groups: cells.length,
    filled: filled.length,
    constant:
      filled.length > 1 && filled.length === cells.length && filled.every(({ cell }) => String(cell) === String(total)),
    largest,
    median: sizes.length < GROUPS_FOR_MEDIAN ? null : sizes.toSorted((a, b) => a - b)[Math.floor(sizes.length / 2)]!,
    signature: hash.digest('hex'),
  };
}

/** What is noteworthy about one measure; `by` is the dimension of its groups, null where it has none. */
export function findMeasureIssues(profile: MeasureProfile, by: string | null): Finding[] {
  const { name, groups, filled, total, constant } = profile;
  const finding = (kind: Finding['kind'], message: string): Finding[] => [
    { kind, of: 'measure', names: [name], message },
  ];
  const where = by === null ? '' : ` and in each of ${groups} groups by '${by}'`;
  if (total === null && filled === 0)
    return finding('null', `It has no value in total${where}. Check its columns and its condition.`);
  const reason = implausible(profile, by);
  if (reason !== null) return finding('exploding', `${reason} Check its expression, or the rows of that group.`);
  if (!constant) return [];
  const message = `It is ${String(total)} in total${where}. A constant belongs into a parameter; check its expression.`;
  return finding('constant', message);
}

/** Why a measure's largest value is implausible, with the rule; null where it is not. */
function implausible({ largest, unit, median }: MeasureProfile, by: string | null): string | null {
  if (largest === null) return null;
  const { group, value } = largest;
  const place = group === 'total' || by === null ? 'in total' : `where '${by}' is '${group}'`;
  const size = Math.abs(value);
  if (!Number.isFinite(value)) return `It is not finite ${place}.`;
  if (size >= LARGEST_VALUE) return `It is ${value} ${place}: values of 10^15 and more are implausible.`;
  if (unit === 'percent' && size > LARGEST_FRACTION)
    return `It is ${Math.round(value * 100)} % ${place}: more than 10,000 % is implausible.`;
  if (group !== 'total' && median !== null && size > median * LARGEST_MULTIPLE)
    return `It is ${value} ${place}, over a million times the median of ${median}.`;
  return null;
}

/** What is noteworthy about one dimension. */
export function findDimensionIssues({ name, count, truncated, first, last }: Members, type: string): Finding[] {
  const finding = (kind: Finding['kind'], message: string): Finding[] => [
    { kind, of: 'dimension', names: [name], message },
  ];
  if (count === 0) return finding('null', 'It has no rows. Check the table and its joins.');
  if (first === null && !truncated)
    return finding('null', 'It has no value in any row. Check its column or expression.');
  if (count === 1) return finding('constant', `Every row has '${String(first)}'. It groups nothing.`);
  const isTime = type === 'date' || type === 'timestamp';
  const outside = [first, last].find(
    (day) => isTime && (String(day) < FIRST_DAY || String(day).slice(0, 10) > LAST_DAY),
  );
  if (outside === undefined) return [];
  const message = `It has the date ${String(outside)}: dates before ${FIRST_DAY} and after ${LAST_DAY} are implausible. Turn placeholders into NULL by an expression.`;
  return finding('exploding', message);
}

/** Measures with equal signatures, those without any value left out. */
export function groupDuplicates(profiles: readonly MeasureProfile[]): MeasureProfile[][] {
  const classes = new Map<string, MeasureProfile[]>();
  for (const profile of profiles) {
    if (profile.filled === 0 && profile.total === null) continue;
    const others = classes.get(profile.signature);
    if (others) others.push(profile);
    else classes.set(profile.signature, [profile]);
  }
  return [...classes.values()].filter(({ length }) => length > 1);
}
