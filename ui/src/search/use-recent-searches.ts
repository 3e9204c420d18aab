import { useState } from 'react';

const MOST = 6;
const LONGEST = 200;

/** Recent searches in this browser, the latest first, under a key of local storage. */
export function useRecentSearches(key: string) {
  const [recent, setRecent] = useState(() => read(key));
  const save = (list: string[]) => {
    setRecent(list);
    write(key, list);
  };
  return {
    recent,
    /** Adds a search at the top, without duplicates. */
    remember(query: string) {
      const text = query.trim().slice(0, LONGEST);
      save([text, ...read(key).filter((other) => other !== text)].slice(0, MOST));
    },
    clear: () => save([]),
  };
}

function read(key: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter((text): text is string => typeof text === 'string' && text.length <= LONGEST).slice(0, MOST);
  } catch {
    return [];
  }
}

function write(key: string, list: string[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(list));
  } catch {
    // Storage may be full or blocked; the list is only a convenience.
  }
}
