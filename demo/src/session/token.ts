import { observable } from '@rise/ui/observable';
import {
  type Ending,
  NO_SESSION,
  onOtherTabs,
  readSession,
  publishEnding,
  type Visitor,
  writeSession,
} from './stored-session.ts';

/** Whether a visitor is signed in, locked or signed out. */
export type SessionState = 'in' | Ending;

/** The session with its access token, an HS256 JWT valid for seven days. Lives in memory if storage is blocked. */
let stored = readSession();

/** The token; null if it has expired or can't be parsed. */
export function usableToken(now = Date.now()): string | null {
  return stored.token !== null && expiryOf(stored.token) > now ? stored.token : null;
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

const stateOf = (): SessionState => (usableToken() ? 'in' : stored.locked ? 'locked' : 'out');

export const session = observable<SessionState>(stateOf());
let expiry: ReturnType<typeof setTimeout> | undefined;
watchExpiry();

/** The visitor who is signed in or locked; null when signed out. */
export const currentVisitor = (): Visitor | null => stored.visitor;

/** Starts or renews a session. `remembered: false` ends it with the tab; undefined keeps the current choice. */
export function adoptToken(
  token: string,
  { visitor = stored.visitor, remembered = stored.remembered }: { visitor?: Visitor | null; remembered?: boolean } = {},
): void {
  stored = { token, locked: false, visitor, remembered };
  writeSession(stored);
  watchExpiry();
  session.set('in');
}

/** Ends the session in every tab; `locked` remembers who may come back with the password alone. */
export function dropToken(ending: Ending = 'out', visitor = stored.visitor): void {
  stored = { ...stored, visitor };
  end(ending);
  publishEnding(ending);
}

function end(ending: Ending): void {
  const { visitor, remembered } = stored;
  stored = ending === 'locked' ? { token: null, locked: true, visitor, remembered } : NO_SESSION;
  writeSession(stored);
  session.set(ending);
}

/** Called after a 401: ends the session and reloads at the sign-in. */
export function onRefused(): void {
  dropToken();
  location.reload();
}

// Signing in, signing out and locking apply to all tabs; a session stored for one tab only ends with that tab.
onOtherTabs((ending) => {
  if (ending !== null && !stored.remembered) return end(ending);
  stored = readSession();
  watchExpiry();
  session.set(stateOf());
});

// Timers may pause while the machine sleeps, so check the expiry again on focus.
globalThis.addEventListener?.('focus', () => session.set(stateOf()));

/** Sends a page to the sign-in once its token expires. */
function watchExpiry(): void {
  clearTimeout(expiry);
  if (usableToken() === null) return;
  expiry = setTimeout(() => session.set(stateOf()), expiryOf(stored.token!) - Date.now() + 1);
}
