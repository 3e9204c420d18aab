import { observable } from '../kernel/observable.ts';

const STORED = 'rise.demo.token';
const LOCKED = 'rise.demo.locked';

/** Who is in front of the page: somebody signed in, the same behind a lock, or nobody. */
export type SessionState = 'in' | 'locked' | 'out';

/** The access token, an HS256 JWT of seven days; a memory of this tab where the browser keeps nothing. */
let token: string | null = read(STORED);

/** The token, unless it has expired or can't be read. */
export function usableToken(now = Date.now()): string | null {
  return token !== null && expiryOf(token) > now ? token : null;
}

function expiryOf(jwt: string): number {
  try {
    const [, claims = ''] = jwt.split('.');
    const { exp } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { exp?: unknown };
    return typeof exp === 'number' ? exp * 1000 : 0;
  } catch {
    return 0;
  }
}

export const session = observable<SessionState>(usableToken() ? 'in' : read(LOCKED) ? 'locked' : 'out');

export function adoptToken(accessToken: string): void {
  token = accessToken;
  write(STORED, accessToken);
  write(LOCKED, null);
  session.set('in');
}

/** Ends the session; `locked` remembers who may come back with the password alone. */
export function dropToken(next: 'out' | 'locked' = 'out'): void {
  token = null;
  write(STORED, null);
  write(LOCKED, next === 'locked' ? 'yes' : null);
  session.set(next);
}

/** A call was refused for who asks: begin again from the sign-in. */
export function onRefused(): void {
  dropToken();
  location.reload();
}

// Signing in or out in one tab does so in all.
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key !== STORED && key !== LOCKED && key !== null) return;
  token = read(STORED);
  session.set(usableToken() ? 'in' : read(LOCKED) ? 'locked' : 'out');
});

function read(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function write(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Storage may be closed to us; the session then lasts as long as the page.
  }
}
