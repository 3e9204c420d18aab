import type { DimensionRequest, Report } from '@rise/contract';
import { stringifySearch } from '@rise/ui/search-params';
import { periodDays } from '../../../figures/period-days.ts';
import { type ReportChoices, writeChoices } from '../report.state.ts';

/** A member as a filter takes it. */
export interface FilteringMember {
  request: DimensionRequest;
  value: string;
}

/**
 * The address of a target report with the members as its filters, and what the reader has chosen already, where it has
 * such filters.
 */
export function targetLink(
  target: Report['targets'][number],
  members: readonly FilteringMember[],
  { document }: Report,
  choices: ReportChoices,
): string {
  const filters: Record<string, string[]> = {};
  for (const [field, values] of Object.entries(choices.filters))
    if (target.filters.includes(field)) filters[field] = values;
  const carried: ReportChoices = { filters, ...(choices.viewAs !== undefined && { viewAs: choices.viewAs }) };
  if (target.subject !== null && document.subject?.key === target.subject && choices.subject)
    carried.subject = choices.subject;
  if (target.period !== null && document.period?.field === target.period && choices.period)
    carried.period = choices.period;
  for (const { request, value } of members) {
    if (typeof request !== 'string') {
      if (request.field === target.period) carried.period = periodDays(value, request.grain);
    } else if (request === target.subject) carried.subject = value;
    else if (target.filters.includes(request)) filters[request] = [value];
  }
  const search = stringifySearch(writeChoices(carried));
  return `/reports/${target.id}${search}`;
}
