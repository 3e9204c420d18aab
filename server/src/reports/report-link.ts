import type { ReportState } from '@rise/contract';

/** Parameters of a report's address that are no filters: a filter of such a name has a prefix. */
const RESERVED = new Set(['institution', 'page', 'measure', 'peers', 'about', 'tile', 'wide', 'layout']);

const escapeValue = (value: string) => value.replaceAll(/[\\,]/g, String.raw`\$&`);

/** The address at which the portal opens a report with selections, as `report.state.ts` of the portal reads it. */
export function reportLink(portal: URL, report: string, state: ReportState): URL {
  const url = new URL(`/reports/${report}`, portal);
  const set = (name: string, value: string | undefined) => {
    if (value !== undefined) url.searchParams.set(name, value);
  };
  set('institution', state.subject);
  set('measure', state.measure);
  for (const [field, values] of Object.entries(state.filters))
    if (values.length > 0) set(RESERVED.has(field) ? `f.${field}` : field, values.map(escapeValue).join(','));
  set('peers', state.peers);
  for (const [tile, value] of Object.entries(state.minimums ?? {})) set(`from.${tile}`, value);
  return url;
}
