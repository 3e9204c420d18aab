import type {
  EmbeddedChoice,
  Filter,
  Report,
  ReportEvent,
  ReportState,
  ReportSubject,
  StoredPicture,
  ViewAs,
} from '@rise/contract';
import { createContext, useContext } from 'react';
import { client } from '../../client/client.ts';

const SUGGESTIONS = 20;

/** What the controls of a report offer. */
export interface OfferedRows {
  columns: readonly { name: string }[];
  rows: readonly (readonly (string | number | boolean | null)[])[];
}

/** Where an open report has its figures from: the portal, or outside of it what a signed token or public link opens. */
export interface ReportSource {
  run(report: Report, state: ReportState, signal: AbortSignal, onLine: (event: ReportEvent) => void): Promise<void>;
  offered(report: Report, choice: EmbeddedChoice, signal: AbortSignal): Promise<OfferedRows>;
  /** One that the report shows, by its hash. */
  picture(report: Report, hash: string, signal: AbortSignal): Promise<StoredPicture>;
  /** Part of every request for figures that is not one of these; empty: with the reader's own rights. */
  readonly rights: { viewAs?: ViewAs };
}

/** Any report, and what its controls offer as queries; with the reader's own rights, or with those of another person. */
export const createPortalSource = (rights: ReportSource['rights']): ReportSource => ({
  rights,
  run: ({ id }, state, signal, onLine) =>
    client.stream('POST /api/v1/reports/:id/run', { params: { id }, body: { ...state, ...rights }, signal }, onLine),
  offered: (report, choice, signal) =>
    client.call('POST /api/v1/query', { body: { ...queryOf(report, choice), ...rights }, signal }),
  picture: ({ id }, hash, signal) =>
    client.call('GET /api/v1/reports/:id/pictures/:hash', { params: { id, hash }, signal }),
});

/** With the reader's own rights. */
export const portalSource = createPortalSource({});

export const ReportSourceContext = createContext<ReportSource>(portalSource);

export const useReportSource = (): ReportSource => useContext(ReportSourceContext);

/** Whether figures are those of another person's rights: they are looked at, and not taken away or passed on. */
export const useIsViewedAs = (): boolean => useReportSource().rights.viewAs !== undefined;

function queryOf({ document }: Report, choice: EmbeddedChoice) {
  const { dataset, subject } = document;
  if (choice.of === 'filter') {
    const { field } = choice;
    const counted = subject && (subject.count ?? subject.size);
    const others = Object.entries(choice.filters ?? {})
      .filter(([name]) => name !== field)
      .map(([name, values]): Filter => ({ field: name, op: 'in', values }));
    return {
      kind: 'aggregate' as const,
      dataset,
      dimensions: [field],
      ...(counted ? { measures: [counted] } : {}),
      ...(others.length > 0 ? { filter: { all: others } } : {}),
      order: [{ field, direction: 'asc' as const }],
    };
  }
  const { key, title, details, size } = subject!;
  const filter = memberFilter(subject!, choice);
  return {
    kind: 'aggregate' as const,
    dataset,
    dimensions: [...new Set([key, title, ...details])],
    measures: [size],
    ...(filter ? { filter } : {}),
    order: [{ field: size, direction: 'desc' as const }],
    limit: SUGGESTIONS,
  };
}

function memberFilter(
  { key, title }: ReportSubject,
  choice: Exclude<EmbeddedChoice, { of: 'filter' }>,
): Filter | undefined {
  if (choice.of === 'subject') return { field: key, op: 'in', values: [choice.key] };
  const requested = choice.search?.trim();
  if (!requested) return undefined;
  return {
    any: [
      { field: title, op: 'contains', values: [requested] },
      { field: key, op: 'startsWith', values: [requested] },
    ],
  };
}
