import type { Calendar } from '@rise/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

export const calendarQuery = queryOptions({
  queryKey: ['calendar'],
  queryFn: ({ signal }) => client.call('GET /api/v1/calendar', { signal }),
});

export const currencyQuery = queryOptions({
  queryKey: ['currency'],
  queryFn: ({ signal }) => client.call('GET /api/v1/currency', { signal }),
});

/** What differs from the settings. `currency`: null returns to the model's. */
export interface CalendarChange {
  calendar: Partial<Calendar>;
  currency?: string | null;
}

/** Saves what differs. Where the second request fails, the first one's setting is saved, and shown as such. */
export function useSaveCalendar() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ calendar, currency }: CalendarChange) => {
      if (Object.keys(calendar).length > 0) await client.call('PATCH /api/v1/calendar', { body: calendar });
      if (currency !== undefined) await client.call('PATCH /api/v1/currency', { body: { currency } });
    },
    onSettled: () =>
      Promise.all([calendarQuery, currencyQuery].map(({ queryKey }) => cache.invalidateQueries({ queryKey }))),
  });
}
