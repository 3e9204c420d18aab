import type { Filter, Report, RowListQuery, RowsQuery, SemanticQuery } from '@rise/contract';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../client/client.ts';
import { subjectOf } from './fields.ts';
import type { ReportChoices } from './report.state.ts';

const SUGGESTIONS = 20;

export const reportQuery = (id: string) =>
  queryOptions({
    queryKey: ['report', id],
    queryFn: ({ signal }) => client.call('GET /api/v1/reports/:id', { params: { id }, signal }),
  });

export type Member = Readonly<Record<string, string | number | boolean | null>>;

/** The member with that key; null if there is none. */
export const memberQuery = (report: Report, key: string | null) =>
  queryOptions({
    queryKey: ['member', report.id, report.basis, key],
    queryFn: async ({ signal }) => {
      const result = await findMembers(report, { field: subjectOf(report).key, op: 'in', values: [key!] }, signal);
      return result[0] ?? null;
    },
    enabled: key !== null && report.document.subject !== undefined,
  });

/** Members whose name contains the text or whose key starts with it, greatest first; all if the text is empty. */
export function suggestMembers(report: Report, text: string, signal: AbortSignal): Promise<Member[]> {
  const { key, title } = subjectOf(report);
  const requested = text.trim();
  return findMembers(
    report,
    requested
      ? {
          any: [
            { field: title, op: 'contains', values: [requested] },
            { field: key, op: 'startsWith', values: [requested] },
          ],
        }
      : undefined,
    signal,
  );
}

async function findMembers(report: Report, filter: Filter | undefined, signal: AbortSignal): Promise<Member[]> {
  const { dataset } = report.document;
  const subject = subjectOf(report);
  const { columns, rows } = await client.call('POST /api/v1/query', {
    body: {
      kind: 'aggregate',
      dataset,
      dimensions: [...new Set([subject.key, subject.title, ...subject.details])],
      measures: [subject.size],
      ...(filter ? { filter } : {}),
      order: [{ field: subject.size, direction: 'desc' }],
      limit: SUGGESTIONS,
    },
    signal,
  });
  return rows.map((row) => Object.fromEntries(columns.map((column, index) => [column.name, row[index] ?? null])));
}

export interface FilterValue {
  value: string;
  /** Number of members with this value under the other filters; null if the report has no counting measure. */
  members: string | number | null;
}

/** Values of a filter, with their counts under the report's other filters. */
export const filterValuesQuery = (report: Report, field: string, filters: ReportChoices['filters']) => {
  const { dataset, subject } = report.document;
  const counted = subject && (subject.count ?? subject.size);
  const others = Object.entries(filters)
    .filter(([name]) => name !== field)
    .map(([name, values]): Filter => ({ field: name, op: 'in', values }));
  return queryOptions({
    queryKey: ['filter-values', report.id, report.basis, field, others],
    queryFn: async ({ signal }): Promise<FilterValue[]> => {
      const { columns, rows } = await client.call('POST /api/v1/query', {
        body: {
          kind: 'aggregate',
          dataset,
          dimensions: [field],
          ...(counted ? { measures: [counted] } : {}),
          ...(others.length > 0 ? { filter: { all: others } } : {}),
          order: [{ field, direction: 'asc' }],
        },
        signal,
      });
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
export const rowsPageQuery = ({ id, basis }: Report, query: RowListQuery | null) =>
  queryOptions({
    queryKey: ['rows', id, basis, query],
    queryFn: ({ signal }) => client.call('POST /api/v1/query', { body: query!, signal }),
    enabled: query !== null,
    placeholderData: (former) => former,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** A page of the rows behind a figure. The former page stays until the next one is there. */
export const rowsBehindQuery = ({ id, basis }: Report, rows: RowsQuery | null) =>
  queryOptions({
    queryKey: ['rows-behind', id, basis, rows],
    queryFn: ({ signal }) => client.call('POST /api/v1/query/rows', { body: rows!, signal }),
    enabled: rows !== null,
    placeholderData: (former) => former,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Explanation of one measure of a query. */
export const explanationQuery = ({ basis }: Report, query: SemanticQuery | null, measure: string | null) =>
  queryOptions({
    queryKey: ['explanation', basis, query, measure],
    queryFn: ({ signal }) =>
      client.call('POST /api/v1/query/explanation', { body: { query: query!, measure: measure! }, signal }),
    enabled: query !== null && measure !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
