import type { MemberKey, WorkspaceContent, WorkspaceRole } from '@rise/contract';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../client/client.ts';
import { useWorkspaceMutation } from '../workspaces.queries.ts';

export const membersQuery = (id: string) =>
  queryOptions({
    queryKey: ['workspaces', 'members', id],
    queryFn: ({ signal }) => client.call('GET /api/v1/workspaces/:id/members', { params: { id }, signal }),
  });

export const useCreateWorkspace = () =>
  useWorkspaceMutation((body: WorkspaceContent) => client.call('POST /api/v1/workspaces', { body }));

export const useChangeWorkspace = (id: string) =>
  useWorkspaceMutation((body: { basedOn: number } & Partial<WorkspaceContent>) =>
    client.call('PATCH /api/v1/workspaces/:id', { params: { id }, body }),
  );

export const useGrant = (id: string) =>
  useWorkspaceMutation((body: { who: MemberKey; role: WorkspaceRole }) =>
    client.call('PUT /api/v1/workspaces/:id/members', { params: { id }, body }),
  );

export const useRevoke = (id: string) =>
  useWorkspaceMutation((member: string) =>
    client.call('DELETE /api/v1/workspaces/:id/members/:member', { params: { id, member } }),
  );
