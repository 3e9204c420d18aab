import type { AlertChange, AlertScope, NewAlert, ReportState } from '@rise/contract';
import { queryOptions } from '@tanstack/react-query';
import { useAlertMutation } from '../../../alerts/report-alerts.queries.ts';
import { client } from '../../../client/client.ts';

interface Watched {
  tile: string;
  measure: string;
  scope: AlertScope;
  state: ReportState;
}

/** The course of a figure, as an alert would see it. */
export const courseQuery = (id: string, basis: string, figure: Watched) =>
  queryOptions({
    queryKey: ['report', id, 'alert-course', basis, figure],
    queryFn: ({ signal }) =>
      client.call('POST /api/v1/reports/:id/alerts/course', { params: { id }, body: figure, signal }),
  });

/** The last checks of an alert, the newest first. */
export const checksQuery = (id: string, checkedAt: string | null) =>
  queryOptions({
    queryKey: ['alerts', 'checks', id, checkedAt],
    queryFn: ({ signal }) => client.call('GET /api/v1/report-alerts/:id/checks', { params: { id }, signal }),
  });

export const useCreateAlert = (report: string) =>
  useAlertMutation((body: NewAlert) =>
    client.call('POST /api/v1/reports/:id/alerts', { params: { id: report }, body }),
  );

export const useChangeAlert = () =>
  useAlertMutation(({ id, change }: { id: string; change: AlertChange }) =>
    client.call('PATCH /api/v1/report-alerts/:id', { params: { id }, body: change }),
  );

export const usePauseAlert = () =>
  useAlertMutation(({ id, paused }: { id: string; paused: boolean }) =>
    client.call('POST /api/v1/report-alerts/:id/pause', { params: { id }, body: { paused } }),
  );
