import { countTitle, type Dimension, type LocalizedText, type MeasureFormat, type ResultColumn } from '@rise/contract';
import { call, columnNamed } from '../../expression/build.ts';
import type { Expression } from '../../expression/tree.ts';
import { entityOf } from '../../model/entity.ts';
import type { BoundDataset } from '../binding/bound-dataset.ts';
import { valueOf } from '../binding/fields.ts';
import { statisticColumn } from './statistic-column.ts';
import { planIn } from './filter.ts';
import type { BenchmarkPlan } from '../../plan/plan.ts';
import type { PlanField, PlanValue } from '../../plan/predicates.ts';

export const BENCHMARK_COLUMNS: ResultColumn[] = [
  statisticColumn('measure', 'string', 'Measure', 'Gösterge'),
  statisticColumn('value', 'number', 'Value', 'Değer'),
  statisticColumn('peers', 'integer', 'Peers', 'Emsal sayısı'),
  statisticColumn('p25', 'number', '25th percentile', '25. yüzdelik'),
  statisticColumn('median', 'number', 'Median', 'Medyan'),
  statisticColumn('p75', 'number', '75th percentile', '75. yüzdelik'),
  statisticColumn('percentile', 'number', 'Percentile', 'Yüzdelik sıra'),
  statisticColumn('rank', 'integer', 'Rank', 'Sıra'),
  statisticColumn('rank_from_least', 'integer', 'Rank from the least', 'Küçükten sıra'),
  statisticColumn('among_peers', 'boolean', 'Among the peers', 'Emsaller arasında'),
];
const DISTRIBUTION_COLUMNS: ResultColumn[] = [
  statisticColumn('lower', 'number', 'From', 'Alt sınır'),
  statisticColumn('upper', 'number', 'To', 'Üst sınır'),
  statisticColumn('members', 'integer', 'Members', 'Kurum sayısı'),
  statisticColumn('holds_member', 'boolean', 'Holds the member', 'Seçilen kurumu içerir'),
];

const BOX_COLUMNS: ResultColumn[] = [
  statisticColumn('members', 'integer', 'Members', 'Kurum sayısı'),
  statisticColumn('low', 'number', 'Lower whisker', 'Alt sınır çizgisi'),
  statisticColumn('p25', 'number', 'Lower quartile', 'Alt çeyrek'),
  statisticColumn('median', 'number', 'Median', 'Medyan'),
  statisticColumn('p75', 'number', 'Upper quartile', 'Üst çeyrek'),
  statisticColumn('high', 'number', 'Upper whisker', 'Üst sınır çizgisi'),
  statisticColumn('min', 'number', 'Minimum', 'En düşük'),
  statisticColumn('max', 'number', 'Maximum', 'En yüksek'),
  statisticColumn('outliers', 'integer', 'Outliers', 'Aykırı değer sayısı'),
  statisticColumn('groups', 'integer', 'Groups in all', 'Toplam grup sayısı'),
];
const COUNTS = new Set(['members', 'outliers', 'groups']);

/** Columns of box plots; values have the measure's format. */
export const boxColumns = (
  group: ResultColumn,
  format: MeasureFormat,
  member: LocalizedText | null,
): ResultColumn[] => [
  group,
  ...BOX_COLUMNS.map((column) => (COUNTS.has(column.name) ? countOf(column, member) : { ...column, format })),
];

/** The count of members is called by them. */
const countOf = (column: ResultColumn, member: LocalizedText | null): ResultColumn =>
  column.name === 'members' && member ? { ...column, title: countTitle(member) } : column;

/** A member's key: the index of its bucket, or its value in the field's type. */
export function planMember(
  field: PlanField,
  member: PlanValue,
  fail: (field: string, message: string) => void,
): PlanValue {
  const predicate = planIn(field, [member], 'member', (_, message) => fail('member', message));
  if (field.bands) return field.bands.findIndex((band) => band.value === member);
  return predicate.kind === 'in' ? predicate.values[0]! : member;
}

/** Columns of a distribution; bucket bounds have the measure's format. */
export const distributionColumns = (format: MeasureFormat, member: LocalizedText | null): ResultColumn[] =>
  DISTRIBUTION_COLUMNS.map((column, index) => (index < 2 ? { ...column, format } : countOf(column, member)));

const asText = (of: Expression): Expression => ({ kind: 'cast', of, type: 'string', at: 0 });

/**
 * The display name of the members of an entity, as an aggregate of their rows; null where the query compares members of
 * something else. A member may have had several names: that of the last as-of date is shown, so each name follows its
 * day, and the greatest of these texts is the last.
 */
export function planMemberName(
  { from, facts }: BoundDataset,
  by: string | null,
): { plan: NonNullable<BenchmarkPlan['memberName']>; dimension: Dimension } | null {
  const entity = entityOf(from.dataset);
  // Of the rows that the figures are computed from.
  const fact = facts.find(({ aggregates }) => aggregates.list.length > 0);
  if (!entity || !fact || entity.key !== by) return null;
  const dimension = from.dimensions.get(entity.name)!;
  const name = asText(valueOf(fact, dimension));
  const { asOf } = fact.from.dataset;
  const day =
    asOf && asText(call('date_trunc', { kind: 'text', value: 'day', at: 0 }, columnNamed(asOf.table, asOf.column)));
  const value: Expression = day ? { kind: 'binary', operator: '||', left: day, right: name, at: 0 } : name;
  const aggregate = fact.aggregates.add({ name: 'member name', kind: 'max', value, where: null });
  return { plan: { aggregate, from: day ? DAY_LENGTH + 1 : 1 }, dimension };
}

/** Of 'YYYY-MM-DD'. */
const DAY_LENGTH = 10;

/** The column of the members' display name, with the title of its dimension. */
export const memberNameColumn = ({ title }: Dimension): ResultColumn => ({
  name: 'member_name',
  title,
  role: 'statistic',
  type: 'string',
});
