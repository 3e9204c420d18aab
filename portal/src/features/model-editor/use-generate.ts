import type { GeneratedDatasets, ModelTable } from '@rise/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { client } from '../../client/client.ts';
import { questionsQuery } from './model-editor.queries.ts';

export interface Generation {
  /** The tables that become datasets. */
  tables: readonly string[];
  /** Tables whose statistics are read, of all. */
  done: number;
  of: number;
}

/**
 * Writes datasets for tables. What they join follows from the statistics of all tables, which are read one by one
 * before, so that there is progress, and an end on demand: what is read by then is known the next time.
 */
export function useGenerate(all: readonly ModelTable[]) {
  const cache = useQueryClient();
  const [generation, setGeneration] = useState<Generation | null>(null);
  const running = useRef<AbortController | null>(null);

  /** Null where it was canceled. */
  const generate = async (tables: readonly string[]): Promise<GeneratedDatasets | null> => {
    const { signal } = (running.current = new AbortController());
    const filled = all.filter(({ rows }) => rows !== 0);
    setGeneration({ tables, done: 0, of: filled.length });
    try {
      for (const [done, { name }] of filled.entries()) {
        setGeneration({ tables, done, of: filled.length });
        const { remembered } = await client.call('POST /api/v1/model/profile', { body: { table: name }, signal });
        if (signal.aborted) return null;
        if (!remembered) break;
      }
      const generated = await cache.fetchQuery(questionsQuery(tables));
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
    if (generation) void cache.cancelQueries(questionsQuery(generation.tables));
  };
  return { generation, generate, cancel };
}
