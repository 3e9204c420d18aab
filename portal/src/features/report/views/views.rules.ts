import type { ReportState } from '@rise/contract';
import type { ReportChoices } from '../report.state.ts';

/** The selections of a view, of all that an address can hold. */
export function toState({
  subject,
  measure,
  filters,
  peers,
  minimums,
  period,
  parameters,
}: ReportChoices): ReportState {
  return {
    filters,
    ...(subject !== undefined && { subject }),
    ...(measure !== undefined && { measure }),
    ...(peers !== undefined && { peers }),
    ...(period !== undefined && { period }),
    ...(minimums !== undefined && Object.keys(minimums).length > 0 && { minimums }),
    ...(parameters !== undefined && Object.keys(parameters).length > 0 && { parameters }),
  };
}

/** The choices that a view stands for; those that it leaves out are the report's own. */
export const toChoices = ({ subject, measure, filters, peers, minimums, period, parameters }: ReportState) => ({
  subject,
  measure,
  filters,
  peers,
  minimums,
  period,
  parameters,
});

const inOrder = (state: ReportState): string =>
  JSON.stringify([
    state.subject ?? null,
    state.measure ?? null,
    state.peers ?? null,
    state.period ?? null,
    Object.entries(state.filters)
      .filter(([, values]) => values.length > 0)
      .map(([field, values]) => [field, values.toSorted()])
      .toSorted(),
    Object.entries(state.minimums ?? {}).toSorted(),
    Object.entries(state.parameters ?? {}).toSorted(),
  ]);

/** Whether two selections show the same, in whatever order they were made. */
export const isSameState = (one: ReportState, other: ReportState): boolean => inOrder(one) === inOrder(other);

/** The selections of a report as its author published it. */
export const AS_PUBLISHED: ReportState = { filters: {} };
