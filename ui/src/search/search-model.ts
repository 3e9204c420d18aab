import type { Icon } from '../toolbar/icon.ts';

export interface SearchResult {
  id: string;
  title: string;
  detail?: string;
  href: string;
  icon?: Icon;
  /** A person's picture instead of the icon; initials where null. */
  avatar?: string | null;
  /** Completed: the title is struck through; the detail should mention it. */
  completed?: boolean;
  /** Matches in the title: ascending pairs of start and end (exclusive). */
  highlights?: readonly (readonly [start: number, end: number])[];
}

/** A command offered with the results. */
export interface SearchAction {
  id: string;
  label: string;
  icon?: Icon;
  /** Its keyboard shortcut. */
  keys?: string;
  onRun: () => void;
}

export interface SearchSet {
  id: string;
  label: string;
  results: readonly SearchResult[];
  /** Commands that answer the query, after the results. */
  actions?: readonly SearchAction[];
}

export type SearchStatus =
  /** No input. */
  | 'idle'
  /** Too few characters to search. */
  | 'short'
  | 'loading'
  | 'ready'
  /** No results. */
  | 'empty'
  | 'error';

/** State of a search as it is drawn; `useSearch` decides when to search. */
export interface SearchState {
  query: string;
  onQuery: (query: string) => void;
  status: SearchStatus;
  sets: readonly SearchSet[];
  /** Recent searches, newest first. */
  recent?: readonly string[];
  onClearRecent?: () => void;
  /** Called when a result is opened, before the address changes. */
  onChosen?: (result: SearchResult) => void;
}

/** One option of the list. */
export type SearchOption =
  | { kind: 'result'; key: string; result: SearchResult }
  | { kind: 'action'; key: string; action: SearchAction }
  | { kind: 'recent'; key: string; query: string };

export interface OptionGroup {
  id: string;
  label: string;
  options: readonly SearchOption[];
}

/** The part of a title that matches, and the parts that do not. */
export function splitHighlights(
  title: string,
  highlights: readonly (readonly [number, number])[] = [],
): { text: string; marked: boolean; at: number }[] {
  const parts: { text: string; marked: boolean; at: number }[] = [];
  let done = 0;
  for (const [start, end] of highlights) {
    if (start < done || end <= start) continue;
    if (start > done) parts.push({ text: title.slice(done, start), marked: false, at: done });
    parts.push({ text: title.slice(start, end), marked: true, at: start });
    done = end;
  }
  if (done < title.length) parts.push({ text: title.slice(done), marked: false, at: done });
  return parts;
}
