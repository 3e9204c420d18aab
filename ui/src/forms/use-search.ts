import { useCallback, useEffect, useRef, useState } from 'react';

export interface SearchOption {
  value: string;
  title: string;
  /** A second line with details, such as place or number. */
  detail?: string;
  /** Shown at the right, such as the size. */
  figure?: string;
}

/** Runs a query; `signal` is aborted when the result is no longer needed. */
export type SearchFunction = (query: string, signal: AbortSignal) => Promise<readonly SearchOption[]>;

export type SearchState =
  | { status: 'idle' | 'searching' | 'failed'; options: readonly SearchOption[] }
  | { status: 'found'; options: readonly SearchOption[]; query: string };

const PAUSE = 180;

/** Searches after a pause in typing; drops outdated results and shows the last ones meanwhile. */
export function useSearch(onSearch: SearchFunction) {
  const [state, setState] = useState<SearchState>({ status: 'idle', options: [] });
  const running = useRef<AbortController | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const stop = useCallback(() => {
    clearTimeout(timer.current);
    running.current?.abort();
  }, []);
  useEffect(() => stop, [stop]);

  const search = useCallback(
    (query: string, wait = PAUSE) => {
      stop();
      const controller = new AbortController();
      running.current = controller;
      setState((before) => ({ status: 'searching', options: before.options }));
      timer.current = setTimeout(async () => {
        try {
          const options = await onSearch(query.trim(), controller.signal);
          if (!controller.signal.aborted) setState({ status: 'found', options, query: query.trim() });
        } catch {
          if (!controller.signal.aborted) setState({ status: 'failed', options: [] });
        }
      }, wait);
    },
    [onSearch, stop],
  );

  return { state, search, stop };
}
