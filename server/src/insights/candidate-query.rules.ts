import type { Filter, SemanticQuery } from '@rise/contract';
import type { MemberValue } from './candidate.rules.ts';
import type { Course } from './course.ts';
import type { Examined, ExaminedMeasure } from './examined.rules.ts';
import { queryOf } from './readings.ts';

/** The rows of a member. */
export const memberFilterOf = (field: string, value: MemberValue): Filter =>
  value === null ? { field, op: 'isNull', values: [] } : { field, op: 'in', values: [value] };

/** The figures behind a finding: the course of a measure, or its value by member without periods. */
export function candidateQuery(
  { dataset }: Examined,
  of: {
    readonly measure: ExaminedMeasure;
    readonly course: Course | null;
    readonly member: { readonly field: string; readonly value: MemberValue } | null;
  },
): SemanticQuery {
  const { measure, course, member } = of;
  const filters = [...(course ? [course.filter] : []), ...(member ? [memberFilterOf(member.field, member.value)] : [])];
  const filter = filters.length > 1 ? { all: filters } : filters[0];
  return queryOf({
    dataset: dataset.name,
    dimensions: course ? [{ field: course.time, grain: course.grain, fill: false }] : member ? [member.field] : [],
    measures: [measure.measure.name],
    filter,
    ...(course && { order: [{ field: `${course.time}_${course.grain}`, direction: 'asc' as const }] }),
  });
}
