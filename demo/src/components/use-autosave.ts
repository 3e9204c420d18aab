import { useEffect, useState, useSyncExternalStore } from 'react';
import { Autosave, type SaveState } from './autosave.ts';

export interface Autosaved<T> {
  /** The record with what was entered. */
  readonly value: T;
  readonly change: (change: Partial<T>) => void;
  readonly state: SaveState;
  readonly retry: () => void;
}

/**
 * A record that saves itself; `save` must not change with renderings. What was entered last is saved when the record is
 * left, the page hidden or closed. Give the component a key by record.
 */
export function useAutosave<T extends object>(record: T, save: (change: Partial<T>) => Promise<unknown>): Autosaved<T> {
  const [autosave] = useState(() => new Autosave<T>(save));
  const edits = useSyncExternalStore(autosave.subscribe, autosave.edits);
  const state = useSyncExternalStore(autosave.subscribe, autosave.state);
  useEffect(() => autosave.settle(record), [autosave, record]);
  useEffect(() => {
    const flush = () => void autosave.flush();
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
      flush();
    };
  }, [autosave]);
  return { value: { ...record, ...edits }, change: autosave.change, state, retry: () => void autosave.flush() };
}
