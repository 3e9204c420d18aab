import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../../client/client.ts';

export const draftQuery = (id: string) =>
  queryOptions({
    queryKey: ['report-draft', id],
    queryFn: ({ signal }) => client.call('GET /api/v1/reports/:id/draft', { params: { id }, signal }),
  });

/** The draft with the definitions that it uses, as of a revision; the former until it is there. */
export const draftReportQuery = (id: string, revision: number) =>
  queryOptions({
    queryKey: ['report-draft', id, 'report', revision],
    queryFn: ({ signal }) => client.call('GET /api/v1/reports/:id/draft/report', { params: { id }, signal }),
    placeholderData: (former) => former,
  });

export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['report-versions', id],
    queryFn: ({ signal }) => client.call('GET /api/v1/reports/:id/versions', { params: { id }, signal }),
  });
