import type { SqlTab } from '@rise/contract';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { tabRequests } from '../sql.queries.ts';
import { TabStore, type OpenTab, type TabsState } from './tab-store.ts';

/** The tabs of the page; what is not saved yet is saved when the page is hidden or left. */
export function useTabs(stored: readonly SqlTab[]): { store: TabStore; state: TabsState } {
  const [store] = useState(() => new TabStore(stored, tabRequests));
  const state = useSyncExternalStore(store.subscribe, store.state);
  useEffect(() => {
    const save = () => void store.flush();
    document.addEventListener('visibilitychange', save);
    return () => {
      document.removeEventListener('visibilitychange', save);
      save();
    };
  }, [store]);
  return { store, state };
}

/** The tab of an id of the address, else the first one. */
export const activeTab = (tabs: readonly OpenTab[], id: string | null): OpenTab | undefined =>
  tabs.find((tab) => tab.id === id || tab.key === id) ?? tabs[0];
