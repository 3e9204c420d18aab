import type { BulkAction, BulkResult, InvitationResult, Language, NewInvitation, TenantRole } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { BULK_PART } from '@rise/contract/people';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client/client.ts';
import type { InvitedPerson } from './invite-file.rules.ts';
import { UNSEEN_DAYS, type UsersState } from './users.state.ts';

export const PAGE_SIZE = 50;
const ALL = ['users'];

const filterOf = ({ search, role, group, state, isUnseen }: UsersState) => ({
  ...(search !== '' && { q: search }),
  ...(role !== null && { role }),
  ...(group !== null && { group }),
  ...(state !== null && { state }),
  ...(isUnseen && { unseenDays: UNSEEN_DAYS }),
});

/** One page of the people that the filter finds; the page before stays until it is there. */
export const usersQuery = (state: UsersState) => {
  const { sort, descending } = state;
  const order = { ...(sort !== 'name' && { sort }), ...(descending && { descending: 'true' }) };
  const query = { ...filterOf(state), ...order, offset: (state.page - 1) * PAGE_SIZE, limit: PAGE_SIZE };
  return queryOptions({
    queryKey: [...ALL, 'list', query],
    queryFn: ({ signal }) => client.call('GET /api/v1/users', { query, signal }),
    placeholderData: keepPreviousData,
  });
};

export const groupsQuery = queryOptions({
  queryKey: [...ALL, 'groups'],
  queryFn: ({ signal }) => client.call('GET /api/v1/users/groups', { signal }),
});

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: [...ALL, 'one', id],
    queryFn: ({ signal }) => client.call('GET /api/v1/users/:id', { params: { id }, signal }),
  });

/** Null where `found` finds something, else what `look` finds. */
export async function unlessFound<T>(found: Promise<unknown>, look: () => Promise<T>): Promise<T | null> {
  try {
    await found;
    return null;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'NOT_FOUND') throw error;
    return look();
  }
}

/** The open invitation of that id; null for a member. NOT_FOUND where it is neither. */
export const invitationQuery = (id: string) =>
  queryOptions({
    queryKey: [...ALL, 'invitation', id],
    queryFn: ({ signal }) => {
      const call = { params: { id }, signal };
      return unlessFound(client.call('GET /api/v1/users/:id', call), () =>
        client.call('GET /api/v1/invitations/:id', call),
      );
    },
  });

export const rowRulesQuery = (id: string) =>
  queryOptions({
    queryKey: [...ALL, 'row-rules', id],
    queryFn: ({ signal }) => client.call('GET /api/v1/users/:id/row-rules', { params: { id }, signal }),
  });

/** All members that the filter finds, for a change of many. */
export const findMembers = (state: UsersState) => client.call('GET /api/v1/users/members', { query: filterOf(state) });

/** People to choose from: active members. */
export async function searchPeople(q: string, signal: AbortSignal, except: string) {
  const query = { q, state: 'active' as const, limit: 20 };
  const { people } = await client.call('GET /api/v1/users', { query, signal });
  return people
    .filter(({ id }) => id !== except)
    .map(({ id, name, email }) => ({ value: id, title: name || email, detail: email }));
}

/** A change after which the whole list is read again. */
function useUsersMutation<Input = void, Output = unknown>(run: (input: Input) => Promise<Output>) {
  const cache = useQueryClient();
  return useMutation({ mutationFn: run, onSettled: () => cache.invalidateQueries({ queryKey: ALL }) });
}

export interface RightsChange {
  roles: TenantRole[];
  groups: string[];
  attributes: Record<string, string[]>;
}

export const useChangeRights = (id: string) =>
  useUsersMutation((body: RightsChange) => client.call('PATCH /api/v1/users/:id', { params: { id }, body }));

export const useSetEnabled = (id: string) =>
  useUsersMutation((isEnabled: boolean) =>
    isEnabled
      ? client.call('POST /api/v1/users/:id/enable', { params: { id } })
      : client.call('POST /api/v1/users/:id/disable', { params: { id } }),
  );

export const useRemoveUser = (id: string) =>
  useUsersMutation((handOverTo: string | null) =>
    client.call('POST /api/v1/users/:id/remove', { params: { id }, body: { handOverTo } }),
  );

export const useInvite = () =>
  useUsersMutation((body: NewInvitation) => client.call('POST /api/v1/invitations', { body }));

interface InviteManyInput {
  people: readonly InvitedPerson[];
  language: Language;
  signal: AbortSignal;
}

/** Invites people part by part, so that its progress can be shown; `onResults` gets those of each part. */
export const useInviteMany = (onResults: (results: readonly InvitationResult[]) => void) =>
  useUsersMutation(async ({ people, language, signal }: InviteManyInput) => {
    for (let from = 0; from < people.length && !signal.aborted; from += BULK_PART) {
      const invitations = people.slice(from, from + BULK_PART).map((person) => ({ ...person, language }));
      onResults((await client.call('POST /api/v1/invitations/bulk', { body: { invitations } })).results);
    }
  });

export const useResend = (id: string) =>
  useUsersMutation(() => client.call('POST /api/v1/invitations/:id/resend', { params: { id } }));

export const useRevoke = (id: string) =>
  useUsersMutation(() => client.call('DELETE /api/v1/invitations/:id', { params: { id } }));

/** Changes people part by part, so that its progress can be shown; `onResults` gets those of each part. */
export const useBulkChange = (onResults: (results: readonly BulkResult[]) => void) =>
  useUsersMutation(
    async ({ ids, action, signal }: { ids: readonly string[]; action: BulkAction; signal: AbortSignal }) => {
      for (let from = 0; from < ids.length && !signal.aborted; from += BULK_PART) {
        const body = { ids: ids.slice(from, from + BULK_PART), action };
        onResults((await client.call('POST /api/v1/users/bulk', { body })).results);
      }
    },
  );
