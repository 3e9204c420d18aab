import type { MeasureFormat, ResultColumn } from '@rise/contract';
import { planIn } from './filter.ts';
import type { PlanField, PlanValue } from '../../plan/plan.ts';

const statistic = (name: string, type: ResultColumn['type'], en: string, tr: string): ResultColumn => ({
  name,
  title: { en, tr },
  role: 'statistic',
  type,
});

export const BENCHMARK_COLUMNS: ResultColumn[] = [
  statistic('measure', 'string', 'Measure', 'Ölçü'),
  statistic('value', 'number', 'Value', 'Değer'),
  statistic('peers', 'integer', 'Peers', 'Emsal sayısı'),
  statistic('p25', 'number', '25th percentile', '25. yüzdelik'),
  statistic('median', 'number', 'Median', 'Medyan'),
  statistic('p75', 'number', '75th percentile', '75. yüzdelik'),
  statistic('percentile', 'number', 'Percentile', 'Yüzdelik sıra'),
  statistic('rank', 'integer', 'Rank', 'Sıra'),
  statistic('rank_from_least', 'integer', 'Rank from the least', 'Küçükten sıra'),
  statistic('among_peers', 'boolean', 'Among the peers', 'Emsaller arasında'),
];
const DISTRIBUTION_COLUMNS: ResultColumn[] = [
  statistic('lower', 'number', 'From', 'Alt sınır'),
  statistic('upper', 'number', 'To', 'Üst sınır'),
  statistic('members', 'integer', 'Members', 'Kurum sayısı'),
  statistic('holds_member', 'boolean', 'Holds the member', 'Seçilen kurumu içerir'),
];

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
export const distributionColumns = (format: MeasureFormat): ResultColumn[] =>
  DISTRIBUTION_COLUMNS.map((column, index) => (index < 2 ? { ...column, format } : column));
