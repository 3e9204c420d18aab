import type { ApprovalRule, MappingDraft } from '@rise/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client/client.ts';
import { draftQuery } from './configuration.queries.ts';

export const approvalQuery = queryOptions({
  queryKey: ['alerts', 'approval'],
  queryFn: ({ signal }) => client.call('GET /api/v1/configuration/approval', { signal }),
});

/** Proposals of a type, the decided ones too; open ones of all types where null. */
export const proposalsQuery = (type: string | null) =>
  queryOptions({
    queryKey: ['alerts', 'proposals', type],
    queryFn: ({ signal }) =>
      client.call('GET /api/v1/configuration/proposals', { query: type === null ? {} : { type }, signal }),
  });

export function useSaveApproval() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: ApprovalRule) => client.call('PUT /api/v1/configuration/approval', { body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['alerts'] }),
  });
}

/** Proposes a draft, which is then no draft any more, or an earlier version. */
export function usePropose(type: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (request: { draft: MappingDraft; message: string }) => {
      const { draft, message } = request;
      const proposal = await client.call('POST /api/v1/configuration/proposals', { body: { type, ...draft, message } });
      await client.call('PUT /api/v1/configuration/draft', { body: { type, draft: null } });
      cache.setQueryData(draftQuery(type).queryKey, { draft: null });
      return proposal;
    },
    onSettled: () => cache.invalidateQueries({ queryKey: ['alerts'] }),
  });
}

export function useDecide(type: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: { number: number; decision: 'approve' | 'refuse' | 'withdraw'; reason: string }) =>
      client.call('POST /api/v1/configuration/proposals/decide', { body: { type, ...body } }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['alerts'] }),
  });
}
