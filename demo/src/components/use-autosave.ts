import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Autosave, type SaveState } from './autosave.ts';
import { keepUnsaved, leaveRecord, openRecord, takeUnsaved } from './unsaved-edits.ts';

export interface Autosaved<T> {
  /** The record with what was entered. */
  readonly value: T;
  readonly change: (change: Partial<T>) => void;
  readonly state: SaveState;
  readonly retry: () => void;
}

/**
 * A record that saves itself; `save` must not change with renderings. What was entered last is saved when the record is
 * left or the page hidden; where that fails or the page ends before, it is kept until the record is open again. Give the
 * component a key by record.
 */
export function useAutosave<T extends object>(record: T, save: (change: Partial<T>) => Promise<unknown>): Autosaved<T> {
  const [autosave] = useState(() => new Autosave<T>(save));
  const edits = useSyncExternalStore(autosave.subscribe, autosave.edits);
  const state = useSyncExternalStore(autosave.subscribe, autosave.state);
  useEffect(() => autosave.settle(record), [autosave, record]);
  // A record without an id is the only one of its kind.
  const id = 'id' in record ? String(record.id) : location.hash;
  // That of a new record changes once it is stored.
  const latestId = useRef(id);
  useEffect(() => {
    latestId.current = id;
  }, [id]);
  useEffect(() => {
    const unsaved = openRecord(latestId.current, autosave);
    if (unsaved) autosave.change(unsaved);
    const flush = () => void autosave.flush();
    const keep = () => keepUnsaved(latestId.current, autosave.unsaved());
    // A page that was only put aside comes back with what was entered.
    const goOn = () => void takeUnsaved(latestId.current);
    window.addEventListener('pagehide', keep);
    window.addEventListener('pageshow', goOn);
    document.addEventListener('visibilitychange', flush);
    return () => {
      window.removeEventListener('pagehide', keep);
      window.removeEventListener('pageshow', goOn);
      document.removeEventListener('visibilitychange', flush);
      // oxlint-disable-next-line react/exhaustive-deps -- the last one is that of what is left
      void leaveRecord(latestId.current, autosave);
    };
  }, [autosave]);
  return { value: { ...record, ...edits }, change: autosave.change, state, retry: () => void autosave.flush() };
}
