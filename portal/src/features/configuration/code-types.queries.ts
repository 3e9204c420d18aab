import type { CodeTypeDefinition } from '@rise/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client/client.ts';

export const columnsQuery = (search: string) =>
  queryOptions({
    queryKey: ['alerts', 'codes', 'columns', search],
    queryFn: ({ signal }) => client.call('GET /api/v1/configuration/columns', { query: { search }, signal }),
    placeholderData: keepPreviousData,
  });

/** The definition of a type, where the tenant's own part of the model has it; only for those who may change it. */
export const definitionQuery = (type: string) =>
  queryOptions({
    queryKey: ['alerts', 'codes', 'definition', type],
    queryFn: ({ signal }) => client.call('GET /api/v1/configuration/type', { query: { type }, signal }),
  });

export interface TypeRequest extends CodeTypeDefinition {
  readonly type: string;
  /** Null: the type exists and is changed. */
  readonly on: { readonly table: string; readonly column: string } | null;
}

/** A new type changes figures, alerts and the catalog alike. */
function useRefetch() {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: ['alerts'] });
}

export function useSaveType() {
  const refetch = useRefetch();
  return useMutation({
    mutationFn: ({ on, ...body }: TypeRequest) =>
      on === null
        ? client.call('PATCH /api/v1/configuration/type', { body })
        : client.call('POST /api/v1/configuration/type', { body: { ...body, ...on } }),
    onSuccess: refetch,
  });
}

export function useDeleteType() {
  const refetch = useRefetch();
  return useMutation({
    mutationFn: (type: string) => client.call('POST /api/v1/configuration/type/delete', { body: { type } }),
    onSuccess: refetch,
  });
}
