import type { ManagedDefaults, ManagedDefaultsChange } from '@rise/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client/client.ts';
import { pictureData } from '../../pictures/picture-file.ts';

export const tenantDefaultsQuery = (id: string) =>
  queryOptions({
    queryKey: ['tenant-defaults', id],
    queryFn: ({ signal }) => client.call('GET /api/v1/global/tenants/:id/defaults', { params: { id }, signal }),
  });

function useDefaultsMutation<Input>(id: string, mutationFn: (input: Input) => Promise<ManagedDefaults>) {
  const cache = useQueryClient();
  const { queryKey } = tenantDefaultsQuery(id);
  return useMutation({
    mutationFn,
    onSuccess: (defaults) => cache.setQueryData(queryKey, defaults),
    // Each part is stored by itself: one may have been before another failed.
    onError: () => cache.invalidateQueries({ queryKey }),
  });
}

export const useChangeDefaults = (id: string) =>
  useDefaultsMutation(id, (body: ManagedDefaultsChange) =>
    client.call('PATCH /api/v1/global/tenants/:id/defaults', { params: { id }, body }),
  );

export const useSetTenantLogo = (id: string) =>
  useDefaultsMutation(id, async (file: File) =>
    client.call('PUT /api/v1/global/tenants/:id/logo', { params: { id }, body: { data: await pictureData(file) } }),
  );

export const useRemoveTenantLogo = (id: string) =>
  useDefaultsMutation<void>(id, () => client.call('DELETE /api/v1/global/tenants/:id/logo', { params: { id } }));
