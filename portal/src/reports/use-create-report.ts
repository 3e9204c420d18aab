import type { TimeGrain, Workspace } from '@rise/contract';
import { stringifySearch } from '@rise/ui/search-params';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { client } from '../client/client.ts';

/** What a new report begins with: fields of a dataset, and the grain of its dates, else months. */
export interface StartFields {
  dataset: string;
  fields: readonly string[];
  grain?: TimeGrain | null;
}

/** Creates a report in a workspace, and opens it where it is built. */
export function useCreateReport() {
  const navigate = useNavigate();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ workspace, start }: { workspace: string; start?: StartFields }) =>
      client.call('POST /api/v1/reports', {
        body: {
          workspace,
          title: { en: 'Untitled report', tr: 'Adsız rapor' },
          ...(start && { dataset: start.dataset }),
        },
      }),
    onSuccess: ({ id }, { start }) => {
      void cache.invalidateQueries({ queryKey: ['reports'] });
      const search = start ? stringifySearch({ fields: start.fields.join(','), grain: start.grain }) : '';
      return navigate({ href: `/reports/${id}/edit${search}` } as never);
    },
  });
}

/** The first workspace where the reader may put reports. */
export const firstEditable = (workspaces: readonly Workspace[]): Workspace | undefined =>
  workspaces.find(({ can, archivedAt }) => can.edit && archivedAt === null);
