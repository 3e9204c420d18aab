import type { MeasureFormat, ResultColumn } from '@rise/contract';
import { planIn } from './filter.ts';
import type { PlanField, PlanPredicate, PlanValue } from '../../plan/plan.ts';

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
];
const DISTRIBUTION_COLUMNS: ResultColumn[] = [
  statistic('lower', 'number', 'From', 'Alt sınır'),
  statistic('upper', 'number', 'To', 'Üst sınır'),
  statistic('members', 'integer', 'Members', 'Kurum sayısı'),
  statistic('holds_member', 'boolean', 'Holds the member', 'Seçilen kurumu içerir'),
];

/**
 * The predicate that selects a member in each fact, and the member's key. `fields` has the member's field in each fact.
 */
export function planMember(
  fields: readonly PlanField[],
  member: PlanValue,
  fail: (field: string, message: string) => void,
): { predicates: PlanPredicate[]; key: PlanValue } {
  const predicates = fields.map((field, index) =>
    planIn(field, [member], 'member', (_, message) => (index === 0 ? fail('member', message) : undefined)),
  );
  const [field] = fields as [PlanField];
  const [predicate] = predicates as [PlanPredicate];
  const key: PlanValue = field.bands
    ? field.bands.findIndex((band) => band.value === member)
    : predicate.kind === 'in'
      ? predicate.values[0]!
      : member;
  return { predicates, key };
}

/** Columns of a distribution; bucket bounds have the measure's format. */
export const distributionColumns = (format: MeasureFormat): ResultColumn[] =>
  DISTRIBUTION_COLUMNS.map((column, index) => (index < 2 ? { ...column, format } : column));
