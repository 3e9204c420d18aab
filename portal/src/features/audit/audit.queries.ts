import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client/client.ts';
import { toAuditFilter, type AuditState } from './audit.state.ts';

const ofQuery = (of: string | null) => (of === null ? {} : { of });

export function auditQuery(state: AuditState) {
  const filter = toAuditFilter(state, new Date());
  return queryOptions({
    queryKey: ['audit', 'list', filter, state.before],
    queryFn: ({ signal }) =>
      client.call('GET /api/v1/audit', {
        query: { ...filter, ...(state.before !== null && { before: String(state.before) }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

export const auditRecordQuery = (of: string | null, id: number) =>
  queryOptions({
    queryKey: ['audit', 'record', of, id],
    queryFn: ({ signal }) =>
      client.call('GET /api/v1/audit/records/:id', { params: { id: String(id) }, query: ofQuery(of), signal }),
  });

const chainKey = (of: string | null) => ['audit', 'chain', of];

export const auditChainQuery = (of: string | null) =>
  queryOptions({
    queryKey: chainKey(of),
    queryFn: ({ signal }) => client.call('GET /api/v1/audit/chain', { query: ofQuery(of), signal }),
  });

export function useVerifyChain(of: string | null) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => client.call('POST /api/v1/audit/chain/verify', { body: ofQuery(of) }),
    onSuccess: (chain) => cache.setQueryData(chainKey(of), chain),
  });
}

/** The address of the file with all that the filters find. */
export const exportAddress = (state: AuditState): string =>
  `/api/v1/audit/export?${new URLSearchParams(toAuditFilter(state, new Date())).toString()}`;
