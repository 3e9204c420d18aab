import type { Workspace } from '@rise/contract';
import { stringifySearch } from '@rise/ui/search-params';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { client } from '../client/client.ts';

/** A field that a new report begins with. */
export interface FirstField {
  dataset: string;
  name: string;
}

/** Creates a report in a workspace, and opens it where it is built. */
export function useCreateReport() {
  const navigate = useNavigate();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ workspace, field }: { workspace: string; field?: FirstField }) =>
      client.call('POST /api/v1/reports', {
        body: {
          workspace,
          title: { en: 'Untitled report', tr: 'Adsız rapor' },
          ...(field && { dataset: field.dataset }),
        },
      }),
    onSuccess: ({ id }, { field }) => {
      void cache.invalidateQueries({ queryKey: ['reports'] });
      const search = field ? stringifySearch({ field: field.name }) : '';
      return navigate({ href: `/reports/${id}/edit${search}` } as never);
    },
  });
}

/** The first workspace where the reader may put reports. */
export const firstEditable = (workspaces: readonly Workspace[]): Workspace | undefined =>
  workspaces.find(({ can, archivedAt }) => can.edit && archivedAt === null);
