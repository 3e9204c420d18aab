import type { Report, RowListQuery, RowsQuery, SemanticQuery } from '@rise/contract';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../client/client.ts';
import type { OfferedRows, ReportSource } from './report-source.ts';
import type { ReportChoices } from './report.state.ts';

export const reportQuery = (id: string) =>
  queryOptions({
    queryKey: ['report', id],
    queryFn: ({ signal }) => client.call('GET /api/v1/reports/:id', { params: { id }, signal }),
  });

export type Member = Readonly<Record<string, string | number | boolean | null>>;

/** The member with that key; null if there is none. */
export const memberQuery = (report: Report, key: string | null, source: ReportSource) =>
  queryOptions({
    queryKey: ['member', report.id, report.basis, key],
    queryFn: async ({ signal }) =>
      toMembers(await source.offered(report, { of: 'subject', key: key! }, signal))[0] ?? null,
    enabled: key !== null && report.document.subject !== undefined,
  });

/** Members whose name contains the text or whose key starts with it, greatest first; all if the text is empty. */
export async function suggestMembers(
  report: Report,
  search: string,
  signal: AbortSignal,
  source: ReportSource,
): Promise<Member[]> {
  return toMembers(await source.offered(report, { of: 'subjects', search }, signal));
}

const toMembers = ({ columns, rows }: OfferedRows): Member[] =>
  rows.map((row) => Object.fromEntries(columns.map((column, index) => [column.name, row[index] ?? null])));

export interface FilterValue {
  value: string;
  /** Number of members with this value under the other filters; null if the report has no counting measure. */
  members: string | number | null;
}

/** A picture of a report, which never changes. */
export const pictureQuery = (report: Report, hash: string, source: ReportSource) =>
  queryOptions({
    queryKey: pictureKey(report, hash),
    queryFn: ({ signal }) => source.picture(report, hash, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const pictureKey = ({ id }: Pick<Report, 'id'>, hash: string) => ['picture', id, hash] as const;

/** Values of a filter, with their counts under the report's other filters. */
export const filterValuesQuery = (
  report: Report,
  field: string,
  filters: ReportChoices['filters'],
  source: ReportSource,
) => {
  const { subject } = report.document;
  const others = Object.fromEntries(Object.entries(filters).filter(([name]) => name !== field));
  return queryOptions({
    queryKey: ['filter-values', report.id, report.basis, field, others],
    queryFn: async ({ signal }): Promise<FilterValue[]> => {
      const { columns, rows } = await source.offered(report, { of: 'filter', field, filters: others }, signal);
      const at = columns.findIndex(({ name }) => name === field);
      const count = subject?.count ? columns.findIndex(({ name }) => name === subject.count) : -1;
      return rows
        .filter((row) => row[at] !== null)
        .map((row) => ({ value: String(row[at]), members: count < 0 ? null : (row[count] as string | number | null) }));
    },
    placeholderData: (former) => former,
    staleTime: Number.POSITIVE_INFINITY,
  });
};

/** A page of a list of rows. The former page stays until the next one is there. */
export const rowsPageQuery = ({ id, basis }: Report, query: RowListQuery | null, { rights }: ReportSource) =>
  queryOptions({
    queryKey: ['rows', id, basis, query],
    queryFn: ({ signal }) => client.call('POST /api/v1/query', { body: { ...query!, ...rights }, signal }),
    enabled: query !== null,
    placeholderData: (former) => former,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** A page of the rows behind a figure. The former page stays until the next one is there. */
export const rowsBehindQuery = ({ id, basis }: Report, rows: RowsQuery | null, { rights }: ReportSource) =>
  queryOptions({
    queryKey: ['rows-behind', id, basis, rows],
    queryFn: ({ signal }) => client.call('POST /api/v1/query/rows', { body: { ...rows!, ...rights }, signal }),
    enabled: rows !== null,
    placeholderData: (former) => former,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Explanation of one measure of a query. */
export const explanationQuery = (
  { basis }: Report,
  query: SemanticQuery | null,
  measure: string | null,
  { rights }: ReportSource,
) =>
  queryOptions({
    queryKey: ['explanation', basis, query, measure],
    queryFn: ({ signal }) =>
      client.call('POST /api/v1/query/explanation', { body: { query: query!, measure: measure!, ...rights }, signal }),
    enabled: query !== null && measure !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
