import type { DimensionRequest, Report } from '@rise/contract';
import { stringifySearch } from '@rise/ui/search-params';
import type { Period } from '../period.state.ts';
import { type ReportChoices, writeChoices } from '../report.state.ts';

/** A member as a filter takes it. */
export interface FilteringMember {
  request: DimensionRequest;
  value: string;
}

type Grain = Exclude<DimensionRequest, string>['grain'];

const MONTHS: Partial<Record<Grain, number>> = { month: 1, quarter: 3, year: 12, fiscal_quarter: 3, fiscal_year: 12 };

/** The days of a period, by its first one. */
export function daysOf(start: string, grain: Grain): Period {
  const since = start.slice(0, 10);
  const end = new Date(`${since}T00:00:00Z`);
  const months = MONTHS[grain];
  if (months !== undefined) end.setUTCMonth(end.getUTCMonth() + months);
  else end.setUTCDate(end.getUTCDate() + (grain === 'week' ? 7 : 1));
  end.setUTCDate(end.getUTCDate() - 1);
  return { since, until: end.toISOString().slice(0, 10) };
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
  const carried: ReportChoices = { filters };
  if (target.subject !== null && document.subject?.key === target.subject && choices.subject)
    carried.subject = choices.subject;
  if (target.period !== null && document.period?.field === target.period && choices.period)
    carried.period = choices.period;
  for (const { request, value } of members) {
    if (typeof request !== 'string') {
      if (request.field === target.period) carried.period = daysOf(value, request.grain);
    } else if (request === target.subject) carried.subject = value;
    else if (target.filters.includes(request)) filters[request] = [value];
  }
  const search = stringifySearch(writeChoices(carried));
  return `/reports/${target.id}${search}`;
}
