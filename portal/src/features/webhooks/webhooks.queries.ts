import type { Webhooks, WebhookDelivery } from '@rise/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client/client.ts';

/** How often deliveries are fetched again while the first attempt of one has not ended. */
const POLL_MS = 1000;

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => client.call('GET /api/v1/webhooks', { signal }),
});

const isUnderWay = ({ status, attempts }: WebhookDelivery): boolean => status === 'waiting' && attempts === 0;

/** The last deliveries to a webhook, the newest first. */
export const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', id, 'deliveries'],
    queryFn: ({ signal }) => client.call('GET /api/v1/webhooks/:id/deliveries', { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.deliveries.some(isUnderWay) ? POLL_MS : false),
  });

/** A change after which the server answers with all webhooks. */
function useWebhookMutation<Input>(run: (input: Input) => Promise<Webhooks>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: (webhooks) => cache.setQueryData(webhooksQuery.queryKey, webhooks),
  });
}

export const useChangeWebhook = () =>
  useWebhookMutation(({ id, ...body }: { id: string; name?: string; url?: string; paused?: boolean }) =>
    client.call('PATCH /api/v1/webhooks/:id', { params: { id }, body }),
  );

export const useDeleteWebhook = () =>
  useWebhookMutation((id: string) => client.call('DELETE /api/v1/webhooks/:id', { params: { id } }));

export function useCreateWebhook() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: { name: string; url: string }) => client.call('POST /api/v1/webhooks', { body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: webhooksQuery.queryKey, exact: true }),
  });
}

export function useTestWebhook(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => client.call('POST /api/v1/webhooks/:id/test', { params: { id } }),
    onSuccess: (found) => cache.setQueryData(deliveriesQuery(id).queryKey, found),
  });
}
