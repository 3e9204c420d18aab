import type { GlobalRole, NewGlobalInvitation } from '@rise/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { PAGE_SIZE, unlessFound } from '../users.queries.ts';
import type { GlobalUsersState } from './global-users.state.ts';

const ALL = ['global-users'];

/** One page of the people that the filter finds; the page before stays until it is there. */
export const globalUsersQuery = ({ search, role, state, page }: GlobalUsersState) => {
  const query = {
    ...(search !== '' && { q: search }),
    ...(role !== null && { role }),
    ...(state !== null && { state }),
    offset: (page - 1) * PAGE_SIZE,
    limit: PAGE_SIZE,
  };
  return queryOptions({
    queryKey: [...ALL, 'list', query],
    queryFn: ({ signal }) => client.call('GET /api/v1/global/users', { query, signal }),
    placeholderData: keepPreviousData,
  });
};

export const globalUserQuery = (id: string) =>
  queryOptions({
    queryKey: [...ALL, 'one', id],
    queryFn: ({ signal }) => client.call('GET /api/v1/global/users/:id', { params: { id }, signal }),
  });

/** The open invitation of that id; null for a person. NOT_FOUND where it is neither. */
export const globalInvitationQuery = (id: string) =>
  queryOptions({
    queryKey: [...ALL, 'invitation', id],
    queryFn: ({ signal }) => {
      const call = { params: { id }, signal };
      return unlessFound(client.call('GET /api/v1/global/users/:id', call), () =>
        client.call('GET /api/v1/global/invitations/:id', call),
      );
    },
  });

/** People of any tenant who have signed in; nobody before there is something to look for. */
export async function searchAccounts(q: string, signal: AbortSignal) {
  if (q.trim().length < 2) return [];
  const { accounts } = await client.call('GET /api/v1/global/users/accounts', { query: { q }, signal });
  return accounts.map(({ id, name, email }) => ({ value: id, title: name || email, detail: email }));
}

/** A change after which the whole list is read again. */
function useGlobalUsersMutation<Input = void, Output = unknown>(run: (input: Input) => Promise<Output>) {
  const cache = useQueryClient();
  return useMutation({ mutationFn: run, onSettled: () => cache.invalidateQueries({ queryKey: ALL }) });
}

export const useGiveRoles = (id: string) =>
  useGlobalUsersMutation((roles: GlobalRole[]) =>
    client.call('PATCH /api/v1/global/users/:id', { params: { id }, body: { roles } }),
  );

export const useSetAccountEnabled = (id: string) =>
  useGlobalUsersMutation((isEnabled: boolean) =>
    isEnabled
      ? client.call('POST /api/v1/global/users/:id/enable', { params: { id } })
      : client.call('POST /api/v1/global/users/:id/disable', { params: { id } }),
  );

export const useInviteGlobally = () =>
  useGlobalUsersMutation((body: NewGlobalInvitation) => client.call('POST /api/v1/global/invitations', { body }));

export const useResendGlobally = (id: string) =>
  useGlobalUsersMutation(() => client.call('POST /api/v1/global/invitations/:id/resend', { params: { id } }));

export const useRevokeGlobally = (id: string) =>
  useGlobalUsersMutation(() => client.call('DELETE /api/v1/global/invitations/:id', { params: { id } }));
