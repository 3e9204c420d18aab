import { useSyncExternalStore } from 'react';

export type LoadingMode =
  /** Shown while a request is pending. */
  | 'auto'
  /** Shown between `show` and `hide`. */
  | 'manual'
  /** As manual, with progress. */
  | 'determinate';

export interface LoadingState {
  mode: LoadingMode;
  visible: boolean;
  /** 0–100; null while unknown. */
  progress: number | null;
}

export interface Loading {
  /** One more (1) or one fewer (−1) pending request. */
  pending: (change: 1 | -1) => void;
  setMode: (mode: LoadingMode) => void;
  show: () => void;
  hide: () => void;
  /** 0–100. Anything else is logged as an error and ignored. */
  setProgress: (progress: number) => void;
  subscribe: (changed: () => void) => () => void;
  state: () => LoadingState;
}

export function createLoading(): Loading {
  let count = 0;
  let shown = false;
  let progress = 0;
  let mode: LoadingMode = 'auto';
  let current: LoadingState = { mode, visible: false, progress: null };
  const listeners = new Set<() => void>();

  const publish = () => {
    const next: LoadingState = {
      mode,
      visible: mode === 'auto' ? count > 0 : shown,
      progress: mode === 'determinate' ? progress : null,
    };
    if (next.mode === current.mode && next.visible === current.visible && next.progress === current.progress) return;
    current = next;
    for (const listener of listeners) listener();
  };

  return {
    pending(change) {
      count = Math.max(0, count + change);
      publish();
    },
    setMode(next) {
      mode = next;
      shown = false;
      progress = 0;
      publish();
    },
    show() {
      shown = true;
      publish();
    },
    hide() {
      shown = false;
      publish();
    },
    setProgress(next) {
      if (!(next >= 0 && next <= 100)) {
        // oxlint-disable-next-line no-console -- an invalid value is a defect and must be noticed
        console.error(`Progress must be between 0 and 100, not ${next}.`);
        return;
      }
      progress = next;
      publish();
    },
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    state: () => current,
  };
}

/** The loading state of the page. */
export const loading: Loading = createLoading();

export const useLoading = (of: Loading = loading): LoadingState => useSyncExternalStore(of.subscribe, of.state);
