import type { OfferedTemplate } from '@rise/contract';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../client/client.ts';
import { useWorkspaceMutation } from '../../workspaces/workspaces.queries.ts';

/** Templates that the tenant may add, and those that it uses. */
export const offersQuery = queryOptions({
  queryKey: ['workspaces', 'templates'],
  queryFn: ({ signal }) => client.call('GET /api/v1/workspace-templates', { signal }),
});

/** Adds a template, or takes over its latest version. */
export const useTakeOver = ({ id, version, use }: OfferedTemplate) =>
  useWorkspaceMutation(() =>
    use === null
      ? client.call('POST /api/v1/workspace-templates/:id/add', { params: { id }, body: { version } })
      : client.call('POST /api/v1/workspace-templates/:id/update', { params: { id }, body: { version } }),
  );

export const useFork = (id: string) =>
  useWorkspaceMutation((name: string) =>
    client.call('POST /api/v1/workspaces/:id/fork', { params: { id }, body: { name } }),
  );
