import type { AdministeredAnnouncement, AnnouncementFields } from '@rise/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import type { AdministrationState } from './announcements-administration.state.ts';

/** Under the key of the readers' list, so that events of announcements refetch these, too. */
const KEY = ['announcements', 'administered'] as const;

export const administeredQuery = ({ state, page }: Pick<AdministrationState, 'state' | 'page'>) =>
  queryOptions({
    queryKey: [...KEY, 'list', state, page],
    queryFn: ({ signal }) =>
      client.call('GET /api/v1/global/announcements', {
        query: { ...(state && { state }), ...(page > 1 && { page }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const oneAnnouncementQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, 'one', id],
    queryFn: ({ signal }) => client.call('GET /api/v1/global/announcements/:id', { params: { id }, signal }),
  });

export const readersQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, 'readers', id],
    queryFn: ({ signal }) => client.call('GET /api/v1/global/announcements/:id/readers', { params: { id }, signal }),
  });

function useAnnouncementMutation<Variables, Result>(send: (variables: Variables) => Promise<Result>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSettled: () => cache.invalidateQueries({ queryKey: ['announcements'] }),
  });
}

interface Saved {
  /** Null: a new one. */
  announcement: AdministeredAnnouncement | null;
  /** `updatedAt` of what the fields are based on. */
  basedOn: string | null;
  fields: AnnouncementFields;
  publish: boolean;
}

export const useSaveAnnouncement = () =>
  useAnnouncementMutation(({ announcement, basedOn, fields, publish }: Saved) =>
    announcement === null
      ? client.call('POST /api/v1/global/announcements', { body: { ...fields, publish } })
      : client.call('PATCH /api/v1/global/announcements/:id', {
          params: { id: announcement.id },
          body: { ...fields, ...(publish && { publish }), ...(basedOn !== null && { basedOn }) },
        }),
  );

export const usePublishAnnouncement = () =>
  useAnnouncementMutation(({ id, updatedAt }: Pick<AdministeredAnnouncement, 'id' | 'updatedAt'>) =>
    client.call('PATCH /api/v1/global/announcements/:id', {
      params: { id },
      body: { publish: true, basedOn: updatedAt },
    }),
  );

export const useEndAnnouncement = () =>
  useAnnouncementMutation((id: string) => client.call('POST /api/v1/global/announcements/:id/end', { params: { id } }));

/** Undoes an early end: restores the former one, unless the announcement was changed since. */
export const useRestoreEnd = () =>
  useAnnouncementMutation(
    ({ id, endDate, updatedAt }: Pick<AdministeredAnnouncement, 'id' | 'endDate' | 'updatedAt'>) =>
      client.call('PATCH /api/v1/global/announcements/:id', { params: { id }, body: { endDate, basedOn: updatedAt } }),
  );

export const useDeleteAnnouncement = () =>
  useAnnouncementMutation((id: string) => client.call('DELETE /api/v1/global/announcements/:id', { params: { id } }));
