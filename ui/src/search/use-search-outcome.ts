import { useEffect, useEffectEvent, useRef } from 'react';
import type { SearchAction, SearchResult, SearchState } from './search-model.ts';

/** How a search ended: which result was opened; null: none. */
export type OnOutcome = (query: string, opened: { set: string; id: string } | null) => void;

/**
 * Reports each search once: when a result is opened, when the search is left, or when another one begins. What is typed
 * on the way to a longer text is not a search of its own. A command that is run ends it unreported.
 */
export function useSearchOutcome(
  { query, status, sets }: Pick<SearchState, 'query' | 'status' | 'sets'>,
  onOutcome: OnOutcome | undefined,
) {
  /** What was last searched for and not reported yet. */
  const pending = useRef<string | null>(null);
  const report = useEffectEvent((text: string) => onOutcome?.(text, null));
  const text = query.trim();
  useEffect(() => {
    const before = pending.current;
    const isAnswered = status === 'ready' || status === 'empty';
    if (status === 'idle' || (isAnswered && before !== null && !isContinued(before, text))) {
      if (before !== null) report(before);
      pending.current = null;
    }
    if (isAnswered) pending.current = text;
  }, [status, text]);
  const end = () => {
    pending.current = null;
  };
  const withEnd = (action: SearchAction): SearchAction => ({
    ...action,
    onRun: () => {
      end();
      action.onRun();
    },
  });
  return {
    onOpened: (result: SearchResult) => {
      const set = sets.find(({ results }) => results.includes(result));
      if (set) onOutcome?.(text, { set: set.id, id: result.id });
      end();
    },
    withEnd,
  };
}

const isContinued = (one: string, other: string) => one.startsWith(other) || other.startsWith(one);
