import type { ChosenPeers, Report } from '@rise/contract';

type Filters = Record<string, string[]>;

/** The choices that decide who the peers are. */
export interface PeerChoices {
  /** Chosen values by filter. */
  filters: Filters;
  /** All members are peers; absent: the filters choose them, or without any the report's default. */
  peers?: 'all' | undefined;
}

/** Whether filters choose the peers, so that the report's default does not. */
export const choosesPeers = ({ document }: Report, filters: Filters): boolean =>
  document.peers.some((field) => (filters[field] ?? []).length > 0);

/** Whether the peers are the report's default ones, which follow the subject. */
export const hasDefaultPeers = (report: Report, { filters, peers }: PeerChoices): boolean =>
  report.document.defaultPeers !== undefined && peers === undefined && !choosesPeers(report, filters);

/** The filters in effect: the reader's, and those of the default peers while these apply. */
export function filtersInEffect(report: Report, choices: PeerChoices, peers: ChosenPeers | null): Filters {
  return hasDefaultPeers(report, choices) ? { ...choices.filters, ...peers?.filters } : choices.filters;
}

/** The choices after a filter got those values. The other filters in effect, which the reader saw, stay chosen. */
export function withFilter(
  report: Report,
  choices: PeerChoices,
  peers: ChosenPeers | null,
  { field, values }: { field: string; values: string[] },
): PeerChoices {
  const choosing = report.document.peers.includes(field);
  const { [field]: _former, ...others } = choosing ? filtersInEffect(report, choices, peers) : choices.filters;
  const filters = values.length > 0 ? { ...others, [field]: values } : others;
  return choosing ? withPeersOf(report, filters) : { filters, peers: choices.peers };
}

/** No filter at all, those of the default peers included. */
export const withoutFilters = (report: Report): PeerChoices => withPeersOf(report, {});

/** The report's default peers; filters of rows stay. */
export function withDefaultPeers({ document }: Report, { filters }: PeerChoices): PeerChoices {
  const rows = Object.entries(filters).filter(([field]) => !document.peers.includes(field));
  return { filters: Object.fromEntries(rows), peers: undefined };
}

/** All members as peers; filters of rows stay. */
export const withAllPeers = (report: Report, choices: PeerChoices): PeerChoices => ({
  ...withDefaultPeers(report, choices),
  peers: 'all',
});

/** Where no filter is left that chooses the peers, all are: the default would bring back what the reader removed. */
function withPeersOf(report: Report, filters: Filters): PeerChoices {
  return { filters, peers: report.document.defaultPeers && !choosesPeers(report, filters) ? 'all' : undefined };
}
