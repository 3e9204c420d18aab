import type { DataImport, ImportTableChange } from '@rise/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../client/client.ts';

/** Milliseconds between looks at an import that changes by itself, beside the server's events. */
const POLL = 1000;

const changesByItself = ({ status }: DataImport): boolean =>
  status === 'inspecting' || status === 'waiting' || status === 'running';

const IMPORTS = ['imports', 'list'] as const;

/** A page of imports, newest first: those before one, or from the newest on. */
export const importsQuery = (before: string | null) =>
  queryOptions({
    queryKey: [...IMPORTS, before],
    queryFn: ({ signal }) =>
      client.call('GET /api/v1/imports', { query: { limit: 10, ...(before !== null && { before }) }, signal }),
  });

export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ['imports', 'one', id],
    queryFn: ({ signal }) => client.call('GET /api/v1/imports/:id', { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && changesByItself(state.data) ? POLL : false),
  });

export const uploadsQuery = queryOptions({
  queryKey: ['uploads'],
  queryFn: ({ signal }) => client.call('GET /api/v1/uploads', { signal }),
  // What was sent since is known here.
  staleTime: 0,
});

/** The first rows by the settings of the draft, which are part of the key. */
export const previewQuery = (id: string, { id: table, settings }: DataImport['tables'][number]) =>
  queryOptions({
    queryKey: ['import-preview', id, table, settings],
    queryFn: ({ signal }) =>
      client.call('POST /api/v1/imports/:id/tables/:table/preview', { params: { id, table }, body: {}, signal }),
    enabled: settings !== null,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });

/** What a table is like with other settings, before they are saved. */
export const readPreview = (id: string, table: string, settings: ImportTableChange['settings']) =>
  client.call('POST /api/v1/imports/:id/tables/:table/preview', {
    params: { id, table },
    body: settings ? { settings } : {},
  });

/** The version with a number and, at its tables, figures of the one before. */
export const versionQuery = (number: number) =>
  queryOptions({
    queryKey: ['data-version', 'one', number],
    queryFn: async ({ signal }) => {
      const query = { before: number + 1, limit: 2 };
      const { versions } = await client.call('GET /api/v1/data-version/history', { query, signal });
      return { version: versions.find((version) => version.number === number) ?? null, before: versions[1] ?? null };
    },
  });

function useImportMutation<Input>(run: (input: Input) => Promise<DataImport>, scope?: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: run,
    ...(scope !== undefined && { scope: { id: scope } }),
    onSuccess: (saved) => cache.setQueryData(importQuery(saved.id).queryKey, saved),
    onSettled: () => cache.invalidateQueries({ queryKey: IMPORTS }),
  });
}

export const useCreateImport = () =>
  useImportMutation((uploads: string[]) => client.call('POST /api/v1/imports', { body: { uploads } }));

export interface ImportChange {
  note?: string;
  rejectLimit?: number;
  tables?: ImportTableChange[];
}

/** Saves changes one after the other; the import is read again where one is refused. */
export function useChangeImport(id: string) {
  const cache = useQueryClient();
  const mutation = useImportMutation(
    (change: ImportChange) => client.call('PATCH /api/v1/imports/:id', { params: { id }, body: change }),
    `import ${id}`,
  );
  const { mutate } = mutation;
  const reread = () => cache.invalidateQueries({ queryKey: importQuery(id).queryKey });
  return { ...mutation, change: (change: ImportChange) => mutate(change, { onError: () => void reread() }) };
}

export const useRunImport = (id: string) =>
  useImportMutation(() => client.call('POST /api/v1/imports/:id/run', { params: { id } }));

export const useCancelImport = (id: string) =>
  useImportMutation(() => client.call('POST /api/v1/imports/:id/cancel', { params: { id } }));

/** `onError` is called although the screen may have been left. */
export function useDiscardImport(onError: (error: unknown) => void) {
  const cache = useQueryClient();
  return useMutation({
    onError,
    mutationFn: (id: string) => client.call('DELETE /api/v1/imports/:id', { params: { id } }),
    onSettled: () => cache.invalidateQueries({ queryKey: IMPORTS }),
  });
}

/** Makes an older version current again: undoes a load. */
export function useRestoreVersion() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (version: number) => client.call('POST /api/v1/data-version/restore', { body: { version } }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['data-version'] }),
  });
}
