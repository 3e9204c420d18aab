import type { BulkAction, BulkResult } from '@rise/contract';
import { useEffect, useRef, useState } from 'react';
import { useBulkChange } from './users.queries.ts';

/** Names of those who are selected, by id. */
export type Selection = ReadonlyMap<string, string>;

export interface BulkRun {
  /** Whom the change is about: who is selected meanwhile may be others. */
  changed: Selection;
  results: readonly BulkResult[];
  isRunning: boolean;
  error: Error | null;
  /** It runs, or what became of it has not been put away. */
  isShown: boolean;
  start: (selected: Selection, action: BulkAction) => void;
  /** After the part that is running. */
  stop: () => void;
  /** Puts away what became of it. */
  dismiss: () => void;
}

/** A change of many people. It belongs to the page, so that it goes on where the selection changes. */
export function useBulkRun(): BulkRun {
  const [changed, setChanged] = useState<Selection>(new Map());
  const [results, setResults] = useState<readonly BulkResult[]>([]);
  const change = useBulkChange((part) => setResults((before) => [...before, ...part]));
  const controller = useRef<AbortController | null>(null);
  const stop = () => controller.current?.abort();
  useEffect(() => () => controller.current?.abort(), []);
  return {
    changed,
    results,
    isRunning: change.isPending,
    error: change.error,
    isShown: changed.size > 0,
    start: (selected, action) => {
      controller.current = new AbortController();
      setChanged(selected);
      setResults([]);
      change.mutate({ ids: [...selected.keys()], action, signal: controller.current.signal });
    },
    stop,
    dismiss: () => {
      setChanged(new Map());
      change.reset();
    },
  };
}
