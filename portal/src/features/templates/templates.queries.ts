import { queryOptions } from '@tanstack/react-query';
import { client } from '../../client/client.ts';
import { useWorkspaceMutation } from '../../workspaces/workspaces.queries.ts';

export const publishedTemplatesQuery = queryOptions({
  queryKey: ['workspaces', 'published-templates'],
  queryFn: ({ signal }) => client.call('GET /api/v1/global/workspace-templates', { signal }),
});

export const useSetTenants = (id: string) =>
  useWorkspaceMutation((tenants: string[] | null) =>
    client.call('PATCH /api/v1/global/workspace-templates/:id', { params: { id }, body: { tenants } }),
  );

export const useOffer = (id: string) =>
  useWorkspaceMutation((isOffered: boolean) =>
    isOffered
      ? client.call('POST /api/v1/global/workspace-templates/:id/offer', { params: { id } })
      : client.call('POST /api/v1/global/workspace-templates/:id/withdraw', { params: { id } }),
  );
