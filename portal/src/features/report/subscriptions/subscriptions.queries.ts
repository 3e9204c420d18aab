import type { NewSubscription, ReportSubscriptions, SubscriptionChange } from '@rise/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** How often runs that have not ended are looked at. */
const POLL_MS = 2000;

const isSending = ({ subscriptions }: ReportSubscriptions): boolean =>
  subscriptions.some(({ lastRuns }) =>
    lastRuns.some(
      ({ status, deliveries }) =>
        status === 'waiting' || status === 'running' || deliveries.some((delivery) => delivery.status === 'queued'),
    ),
  );

/** Subscriptions of a report that the reader finds. */
export const subscriptionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['report-subscriptions', id],
    queryFn: ({ signal }) => client.call('GET /api/v1/reports/:id/subscriptions', { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && isSending(state.data) ? POLL_MS : false),
  });

function useSubscriptionMutation<Input>(id: string, run: (input: Input) => Promise<ReportSubscriptions>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: (found) => cache.setQueryData(subscriptionsQuery(id).queryKey, found),
  });
}

export const useCreateSubscription = (id: string) =>
  useSubscriptionMutation(id, (body: NewSubscription) =>
    client.call('POST /api/v1/reports/:id/subscriptions', { params: { id }, body }),
  );

export const useChangeSubscription = (id: string) =>
  useSubscriptionMutation(id, ({ subscription, change }: { subscription: string; change: SubscriptionChange }) =>
    client.call('PATCH /api/v1/reports/:id/subscriptions/:subscription', {
      params: { id, subscription },
      body: change,
    }),
  );

export const useDeleteSubscription = (id: string) =>
  useSubscriptionMutation(id, (subscription: string) =>
    client.call('DELETE /api/v1/reports/:id/subscriptions/:subscription', { params: { id, subscription } }),
  );

export const usePauseSubscription = (id: string) =>
  useSubscriptionMutation(id, ({ subscription, paused }: { subscription: string; paused: boolean }) =>
    client.call('POST /api/v1/reports/:id/subscriptions/:subscription/pause', {
      params: { id, subscription },
      body: { paused },
    }),
  );

export const useSendNow = (id: string) =>
  useSubscriptionMutation(id, (subscription: string) =>
    client.call('POST /api/v1/reports/:id/subscriptions/:subscription/send', { params: { id, subscription } }),
  );
