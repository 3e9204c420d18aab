import type { TemplatePublication } from '@rise/contract';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../client/client.ts';
import { useWorkspaceMutation } from '../workspaces.queries.ts';

/** What publishing a workspace would come to. */
export const publicationQuery = (id: string) =>
  queryOptions({
    queryKey: ['workspaces', 'publication', id],
    queryFn: ({ signal }) => client.call('GET /api/v1/workspaces/:id/template', { params: { id }, signal }),
  });

export const usePublish = (id: string) =>
  useWorkspaceMutation((body: TemplatePublication) =>
    client.call('POST /api/v1/workspaces/:id/template', { params: { id }, body }),
  );
