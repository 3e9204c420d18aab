import { useEffect, useState } from 'react';
import type { SearchSet, SearchState } from './search-model.ts';

/** Shorter queries find too much. */
const MIN_LENGTH = 2;
/** Milliseconds without typing before a search starts. */
const DEBOUNCE_MS = 300;

export type SearchFinder = (query: string, signal: AbortSignal) => Promise<SearchSet[]>;

interface SearchResponse {
  /** The query of this response. */
  query: string;
  sets: readonly SearchSet[];
  failed: boolean;
}

/**
 * Searches for the input: from two characters on, after a pause. A shorter input clears the results; a response
 * to an older input is dropped.
 */
export function useSearch(find: SearchFinder): Pick<SearchState, 'query' | 'onQuery' | 'status' | 'sets'> {
  const [query, setQuery] = useState('');
  const [response, setResponse] = useState<SearchResponse | null>(null);
  const trimmed = query.trim();
  const isLongEnough = [...trimmed].length >= MIN_LENGTH;

  const onQuery = (text: string) => {
    setQuery(text);
    if ([...text.trim()].length < MIN_LENGTH) setResponse(null);
  };

  useEffect(() => {
    if (!isLongEnough) return;
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(() => {
      find(trimmed, signal).then(
        (sets) => !signal.aborted && setResponse({ query: trimmed, sets, failed: false }),
        () => !signal.aborted && setResponse({ query: trimmed, sets: [], failed: true }),
      );
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [trimmed, isLongEnough, find]);

  return { query, onQuery, status: statusOf(trimmed, isLongEnough, response), sets: response?.sets ?? [] };
}

function statusOf(trimmed: string, isLongEnough: boolean, response: SearchResponse | null): SearchState['status'] {
  if (trimmed === '') return 'idle';
  if (!isLongEnough) return 'short';
  if (response?.query !== trimmed) return 'loading';
  if (response.failed) return 'error';
  return response.sets.length > 0 ? 'ready' : 'empty';
}
