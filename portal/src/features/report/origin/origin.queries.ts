import type { OriginUpdate, ReportDraft } from '@rise/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { draftQuery } from '../builder/draft/draft.queries.ts';

/** What the report that this is a copy of has changed since; for those who may edit the copy. */
export const originQuery = (id: string) =>
  queryOptions({
    queryKey: ['report-origin', id],
    queryFn: ({ signal }) => client.call('GET /api/v1/reports/:id/origin', { params: { id }, signal }),
  });

/** Puts the changes of the original into the draft, with those conflicts in which they replace the copy's. */
export function useMerge(id: string, { version, revision }: OriginUpdate, onMerged: (draft: ReportDraft) => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (theirs: readonly string[]) =>
      client.call('POST /api/v1/reports/:id/origin/merge', {
        params: { id },
        body: { version, basedOn: revision, theirs: [...theirs] },
      }),
    onSuccess: (draft) => {
      cache.setQueryData(draftQuery(id).queryKey, draft);
      onMerged(draft);
    },
    onSettled: () =>
      Promise.all([['report-origin', id], ['reports']].map((queryKey) => cache.invalidateQueries({ queryKey }))),
  });
}

/** Does not announce this version any more. */
export function useDismiss(id: string, { version }: OriginUpdate) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => client.call('POST /api/v1/reports/:id/origin/dismiss', { params: { id }, body: { version } }),
    onSettled: () => cache.invalidateQueries({ queryKey: originQuery(id).queryKey }),
  });
}
