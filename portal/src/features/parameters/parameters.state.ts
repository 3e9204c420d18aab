import type { SearchParams } from '@rise/ui/search-params';

/** State of the page, as stored in the address: `?q=late&about=late_days` or `?panel=history`. */
export interface ParametersState {
  search: string;
  /** The parameter whose use is shown. */
  about: string | null;
  history: boolean;
}

export function readParametersState({ q, about, panel }: SearchParams): ParametersState {
  return { search: (q ?? '').slice(0, 200), about: about ?? null, history: panel === 'history' };
}

export function writeParametersState({ search, about, history }: ParametersState): Record<string, string> {
  return {
    ...(search !== '' && { q: search }),
    ...(about !== null && { about }),
    ...(history && { panel: 'history' }),
  };
}
