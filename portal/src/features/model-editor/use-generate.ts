import type { GeneratedDatasets, ModelTable } from '@rise/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { client } from '../../client/client.ts';
import { questionsQuery } from './model-editor.queries.ts';

export interface Generation {
  table: string;
  /** Tables whose statistics are read, of all. */
  done: number;
  of: number;
}

/**
 * Writes a dataset for a table. What it joins follows from the statistics of all tables, which are read one by one
 * before, so that there is progress, and an end on demand: what is read by then is known the next time.
 */
export function useGenerate(tables: readonly ModelTable[]) {
  const cache = useQueryClient();
  const [generation, setGeneration] = useState<Generation | null>(null);
  const running = useRef<AbortController | null>(null);

  /** Null where it was canceled. */
  const generate = async (table: string): Promise<GeneratedDatasets | null> => {
    const { signal } = (running.current = new AbortController());
    const filled = tables.filter(({ rows }) => rows !== 0);
    setGeneration({ table, done: 0, of: filled.length });
    try {
      for (const [done, { name }] of filled.entries()) {
        setGeneration({ table, done, of: filled.length });
        const { remembered } = await client.call('POST /api/v1/model/profile', { body: { table: name }, signal });
        if (signal.aborted) return null;
        if (!remembered) break;
      }
      const generated = await cache.fetchQuery(questionsQuery([table]));
      return signal.aborted ? null : generated;
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    } finally {
      setGeneration(null);
    }
  };
  const cancel = () => {
    running.current?.abort();
    if (generation) void cache.cancelQueries(questionsQuery([generation.table]));
  };
  return { generation, generate, cancel };
}
