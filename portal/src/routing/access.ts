import { localPath } from './local-path.ts';
import { allows } from '../session/permissions.ts';
import type { SignedIn } from '../session/session.ts';
import type { RouteEntry } from './route-entry.ts';

export const HOME = '/home';
export const LANDING = '/landing';
/** Redirects signed-in people to their landing page. */
export const DEFAULT_PAGE = '/default';

/** Result of a route's guards. */
export type Verdict =
  | { kind: 'show' }
  /** Full page load of the server's sign-in, which returns here. */
  | { kind: 'sign-in' }
  /** "Not found" with the address unchanged: no screen yet or no permission; both look alike. */
  | { kind: 'not-found' }
  | { kind: 'choose-tenant' }
  | { kind: 'go'; to: string };

/** The guards of a route, in order: public or signed in, permission, landing page, tenant. */
export function decide(entry: RouteEntry, session: SignedIn | null, table: readonly RouteEntry[]): Verdict {
  if (entry.group === 'authenticated' && !session) return { kind: 'sign-in' };
  if (!allowed(entry, session)) return { kind: 'not-found' };
  if (entry.sends === 'landing') return { kind: 'go', to: LANDING };
  if (entry.sends === 'landing-page') {
    if (session) return { kind: 'go', to: landingPage(session, table) };
    if (!entry.screen) return { kind: 'go', to: LANDING };
  }
  if (!entry.screen) return { kind: 'not-found' };
  if (session && lacksTenant(entry, session)) return { kind: 'choose-tenant' };
  return { kind: 'show' };
}

/** Whether the person may see the route; does not check whether it has a screen. */
export function allowed(entry: RouteEntry, session: SignedIn | null): boolean {
  return !entry.rule || (session !== null && allows(session, entry.rule));
}

/** Whether the route is about a tenant, and the person is in none. */
export function lacksTenant({ tenant }: Pick<RouteEntry, 'tenant'>, session: SignedIn): boolean {
  if (session.tenant !== null) return false;
  return tenant === 'needed' || (tenant === 'members' && session.kind !== 'global');
}

/** Landing page: the one stored with the account if it can be opened, else home. */
export function landingPage(session: SignedIn, table: readonly RouteEntry[]): string {
  const stored = localPath(session.defaultLandingPage);
  if (!stored) return HOME;
  const entry = entryAt(stored, table);
  return entry?.group === 'authenticated' && entry.screen && !entry.sends && allowed(entry, session) ? stored : HOME;
}

/** The table's entry for an address; ignores the catch-all. */
export function entryAt(address: string, table: readonly RouteEntry[]): RouteEntry | undefined {
  const segments = split(address.split(/[?#]/, 1)[0]!);
  return table.find((entry) => {
    const pattern = split(entry.path);
    return (
      entry.path !== '$' &&
      pattern.length === segments.length &&
      pattern.every((part, index) => part.startsWith('$') || part === segments[index])
    );
  });
}

const split = (path: string): string[] => path.split('/').filter(Boolean);
