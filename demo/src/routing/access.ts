import type { SessionState } from '../session/token.ts';
import type { RouteEntry } from './route-entry.ts';

export const HOME = '/dashboards/project';
export const SIGN_IN = '/sign-in';
export const UNLOCK = '/unlock-session';
const BACK = 'redirectURL';

/** Redirect for a visitor without access to an address; null if they have access. */
export function loginTarget(entry: RouteEntry, session: SessionState, href: string): string | null {
  // A signed-out session can't be locked.
  if (entry.path === UNLOCK && session === 'out') return `${SIGN_IN}${searchOf(href)}`;
  if (entry.group === 'guests') return session === 'in' ? wayBack(href) : null;
  if (entry.group === 'public' || session === 'in') return null;
  const gate = session === 'locked' ? UNLOCK : SIGN_IN;
  return `${gate}?${BACK}=${encodeURIComponent(href)}`;
}

/** Address after the sign-in: the requested one if it belongs to the demo, else home. */
export function wayBack(href: string): string {
  const request = new URLSearchParams(searchOf(href)).get(BACK);
  return request !== null && /^\/(?![/\\])/.test(request) ? request : HOME;
}

/** Starts with the question mark. */
export const searchOf = (href: string): string => href.match(/\?[^#]*/)?.[0] ?? '';
