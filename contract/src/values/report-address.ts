import type { ReportState } from '../report.ts';

/** Parameters of a report's address that are no filters. */
const RESERVED_NAMES = new Set([
  'institution',
  'page',
  'period',
  'measure',
  'peers',
  'about',
  'tile',
  'wide',
  'full',
  'as',
  'present',
  'comment',
  'rows',
  'layout',
]);

/** Of a filter; one whose field has the name of a reserved parameter has a prefix. */
export const filterParam = (field: string): string => (RESERVED_NAMES.has(field) ? `f.${field}` : field);

/** Of the bucket that a ranking starts from. */
export const minimumParam = (tile: string): string => `from.${tile}`;

/** Of the value of one of the report's parameters. */
export const valueParam = (parameter: string): string => `set.${parameter}`;

/** Values of one parameter, separated by commas; commas and backslashes in a value are escaped with a backslash. */
export const joinValues = (values: readonly string[]): string =>
  values.map((value) => value.replaceAll(/[\\,]/g, String.raw`\$&`)).join(',');

/** A range of days as a parameter of the address: 'all', 'this-year', 'last-12-month' or '2025-01-01..2025-06-30'. */
export function writePeriod(period: NonNullable<ReportState['period']>): string {
  if ('last' in period) return `last-${period.last}-${period.unit}`;
  if ('current' in period) return `this-${period.current}`;
  return period.since || period.until ? `${period.since ?? ''}..${period.until ?? ''}` : 'all';
}

/** Selections as parameters of a report's address, in the portal and in links to it. */
export function writeState(
  state: Pick<ReportState, 'subject' | 'period' | 'page' | 'measure' | 'filters' | 'peers' | 'minimums' | 'parameters'>,
): Record<string, string> {
  const written: Record<string, string> = {};
  if (state.subject) written['institution'] = state.subject;
  if (state.period) written['period'] = writePeriod(state.period);
  if (state.page) written['page'] = state.page;
  if (state.measure) written['measure'] = state.measure;
  for (const [field, values] of Object.entries(state.filters))
    if (values.length > 0) written[filterParam(field)] = joinValues(values);
  if (state.peers) written['peers'] = state.peers;
  for (const [tile, value] of Object.entries(state.minimums ?? {})) written[minimumParam(tile)] = value;
  for (const [name, value] of Object.entries(state.parameters ?? {})) written[valueParam(name)] = String(value);
  return written;
}
