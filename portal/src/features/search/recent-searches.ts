import type { SignedIn } from '../../session/session.ts';

const MOST = 6;
const LONGEST = 200;

/** What the person searched for lately in the tenant, on this browser, the latest first. */
export function recentSearches(session: SignedIn): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(session)) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter((text): text is string => typeof text === 'string' && text.length <= LONGEST).slice(0, MOST);
  } catch {
    return [];
  }
}

/** Puts a search first; the same one stands once. Answers the list. */
export function rememberSearch(session: SignedIn, query: string): string[] {
  const text = query.trim().slice(0, LONGEST);
  const list = [text, ...recentSearches(session).filter((other) => other !== text)].slice(0, MOST);
  store(session, list);
  return list;
}

export function forgetSearches(session: SignedIn): void {
  store(session, []);
}

function store(session: SignedIn, list: string[]): void {
  try {
    localStorage.setItem(keyOf(session), JSON.stringify(list));
  } catch {
    // Storage may be full or closed to us; the list is a convenience.
  }
}

const keyOf = ({ account, tenant }: SignedIn): string => `rise.searches.${account.id}.${tenant?.id ?? ''}`;
