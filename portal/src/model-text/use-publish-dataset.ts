import { ApiError } from '@rise/contract/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../client/client.ts';
import { catalogQuery } from '../reports/catalog.queries.ts';
import { addDatasets } from './answers.rules.ts';

/** Why a dataset has to be added in the model editor instead. */
export type EditorReason = 'draft' | 'skipped' | 'invalid';

/** Thrown where nothing was published. */
export class NeedsEditor extends Error {
  readonly reason: EditorReason;

  constructor(reason: EditorReason) {
    super(`The dataset has to be added in the model editor: ${reason}`);
    this.reason = reason;
  }
}

/**
 * Writes a dataset for a table, with the recommended answers to what its data leaves open, and publishes it. Nothing is
 * published beside a draft that someone is working on, nor what does not pass the checks of publishing.
 */
export function usePublishDataset() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ table, message }: { table: string; message: string }) => {
      const { draft } = await client.call('GET /api/v1/model/draft');
      if (draft) throw new NeedsEditor('draft');
      const generated = await client.call('POST /api/v1/model/generate', { body: { tables: [table] } });
      if (generated.datasets.length === 0) throw new NeedsEditor('skipped');
      const active = await activeModel();
      const document = addDatasets(active?.document ?? '', generated);
      if (document === null) throw new NeedsEditor('invalid');
      await client
        .call('PUT /api/v1/model', { body: { document, message, ...(active && { basedOn: active.version }) } })
        .catch((error: unknown) => {
          throw error instanceof ApiError && error.code === 'MODEL_INVALID' ? new NeedsEditor('invalid') : error;
        });
      await Promise.all([
        cache.invalidateQueries({ queryKey: ['model'] }),
        cache.invalidateQueries({ queryKey: catalogQuery.queryKey }),
      ]);
      const { datasets } = await cache.fetchQuery({ ...catalogQuery, staleTime: 0 });
      return datasets.find((one) => one.table === table) ?? null;
    },
  });
}

/** Null while the tenant has none. */
async function activeModel() {
  try {
    return await client.call('GET /api/v1/model', { query: {} });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}
