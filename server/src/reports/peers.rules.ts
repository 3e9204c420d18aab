import type { ChosenPeers, ReportDocument, ReportState } from '@rise/contract';
import type { SubjectValues } from './choices.ts';

/** How the reader chose the peers; 'default' where the document has one and the reader chose none. */
function peersChosenBy(document: ReportDocument, { filters, peers }: ReportState): ChosenPeers['by'] {
  if (document.peers.some((field) => (filters[field] ?? []).length > 0)) return 'filters';
  return document.defaultPeers && peers !== 'all' ? 'default' : 'all';
}

/** The peers of a run. `own`: the subject's own values; null without a subject. */
export function resolvePeers(document: ReportDocument, state: ReportState, own: SubjectValues | null): ChosenPeers {
  const by = peersChosenBy(document, state);
  if (by === 'default') return { by, ...defaultOf(document.defaultPeers!, own) };
  const chosen = document.peers.flatMap((field) => {
    const values = state.filters[field] ?? [];
    return values.length > 0 ? [[field, values] as const] : [];
  });
  return { by, filters: Object.fromEntries(chosen), omitted: [] };
}

/** A subject that does not meet a condition itself would be compared with others only, so the condition is left out. */
function defaultOf(
  { like, where }: NonNullable<ReportDocument['defaultPeers']>,
  own: SubjectValues | null,
): Omit<ChosenPeers, 'by'> {
  const filters: ChosenPeers['filters'] = {};
  const omitted: ChosenPeers['omitted'] = [];
  for (const field of like) {
    const values = own?.get(field) ?? [];
    if (values.length > 0) filters[field] = [...values];
    else omitted.push({ field, reason: own ? 'no-value' : 'no-subject' });
  }
  for (const { field, values } of where) {
    const texts = values.map(String);
    if (!own || own.get(field)?.some((value) => texts.includes(value))) filters[field] = texts;
    else omitted.push({ field, reason: 'not-met' });
  }
  return { filters, omitted };
}
