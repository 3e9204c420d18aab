import type { SessionState } from '../session/token.ts';
import type { RouteEntry } from './route-entry.ts';

export const HOME = '/dashboards/project';
export const SIGN_IN = '/sign-in';
export const UNLOCK = '/unlock-session';
const BACK = 'redirectURL';

/** Where somebody who may not see an address is sent; null where they may. */
export function sentTo(entry: RouteEntry, session: SessionState, href: string): string | null {
  // Nothing is locked where nobody is signed in.
  if (entry.path === UNLOCK && session === 'out') return `${SIGN_IN}${searchOf(href)}`;
  if (entry.group === 'guests') return session === 'in' ? wayBack(href) : null;
  if (entry.group === 'public' || session === 'in') return null;
  const gate = session === 'locked' ? UNLOCK : SIGN_IN;
  return `${gate}?${BACK}=${encodeURIComponent(href)}`;
}

/** Where to go after the sign-in: the address that was asked for, if it is one of the suite's, else home. */
export function wayBack(href: string): string {
  const asked = new URLSearchParams(searchOf(href)).get(BACK);
  return asked !== null && /^\/(?![/\\])/.test(asked) ? asked : HOME;
}

/** From the question mark on. */
export const searchOf = (href: string): string => href.match(/\?[^#]*/)?.[0] ?? '';
