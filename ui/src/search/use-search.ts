import { useEffect, useState } from 'react';
import type { SearchSet, SearchState } from './search-model.ts';

/** Fewer characters than this find too much to be of use. */
const LEAST = 2;
/** Milliseconds without typing before it is asked. */
const PAUSE = 300;

export type Find = (query: string, signal: AbortSignal) => Promise<SearchSet[]>;

interface Answer {
  /** What was asked. */
  query: string;
  sets: readonly SearchSet[];
  failed: boolean;
}

/**
 * Searches for what is typed: from two characters on, after a pause. A shorter text clears what was found; an answer
 * that a newer text has overtaken is dropped.
 */
export function useSearch(find: Find): Pick<SearchState, 'query' | 'onQuery' | 'status' | 'sets'> {
  const [query, setQuery] = useState('');
  const [answer, setAnswer] = useState<Answer | null>(null);
  const wanted = query.trim();
  const enough = [...wanted].length >= LEAST;

  const onQuery = (text: string) => {
    setQuery(text);
    if ([...text.trim()].length < LEAST) setAnswer(null);
  };

  useEffect(() => {
    if (!enough) return;
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(() => {
      find(wanted, signal).then(
        (sets) => !signal.aborted && setAnswer({ query: wanted, sets, failed: false }),
        () => !signal.aborted && setAnswer({ query: wanted, sets: [], failed: true }),
      );
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [wanted, enough, find]);

  return { query, onQuery, status: statusOf(wanted, enough, answer), sets: answer?.sets ?? [] };
}

function statusOf(wanted: string, enough: boolean, answer: Answer | null): SearchState['status'] {
  if (wanted === '') return 'idle';
  if (!enough) return 'short';
  if (answer?.query !== wanted) return 'loading';
  if (answer.failed) return 'error';
  return answer.sets.length > 0 ? 'ready' : 'empty';
}
