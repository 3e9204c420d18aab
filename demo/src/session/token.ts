import { observable } from '@rise/ui/kernel';
import {
  type Ending,
  NO_SESSION,
  onOtherTabs,
  readSession,
  tellOthers,
  type Visitor,
  writeSession,
} from './kept-session.ts';

/** Who is in front of the page: somebody signed in, the same behind a lock, or nobody. */
export type SessionState = 'in' | Ending;

/** The session with its access token, an HS256 JWT of seven days; a memory of this tab where the browser keeps nothing. */
let kept = readSession();

/** The token, unless it has expired or can't be read. */
export function usableToken(now = Date.now()): string | null {
  return kept.token !== null && expiryOf(kept.token) > now ? kept.token : null;
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

const stateOf = (): SessionState => (usableToken() ? 'in' : kept.locked ? 'locked' : 'out');

export const session = observable<SessionState>(stateOf());
let expiry: ReturnType<typeof setTimeout> | undefined;
watchExpiry();

/** Whoever is signed in, or may come back behind the lock. */
export const currentVisitor = (): Visitor | null => kept.visitor;

/** Begins a session, or goes on with it. `remembered: false` ends it with the tab; without it, it stays as it was. */
export function adoptToken(
  token: string,
  { visitor = kept.visitor, remembered = kept.remembered }: { visitor?: Visitor | null; remembered?: boolean } = {},
): void {
  kept = { token, locked: false, visitor, remembered };
  writeSession(kept);
  watchExpiry();
  session.set('in');
}

/** Ends the session in every tab; `locked` remembers who may come back with the password alone. */
export function dropToken(ending: Ending = 'out', visitor = kept.visitor): void {
  kept = { ...kept, visitor };
  end(ending);
  tellOthers(ending);
}

function end(ending: Ending): void {
  const { visitor, remembered } = kept;
  kept = ending === 'locked' ? { token: null, locked: true, visitor, remembered } : NO_SESSION;
  writeSession(kept);
  session.set(ending);
}

/** A call was refused for who asks: begin again from the sign-in. */
export function onRefused(): void {
  dropToken();
  location.reload();
}

// Signing in, out and locking in one tab does so in all. Only a session of its own is for the tab itself to end.
onOtherTabs((ending) => {
  if (ending !== null && !kept.remembered) return end(ending);
  kept = readSession();
  watchExpiry();
  session.set(stateOf());
});

// A machine that slept has not counted the time.
globalThis.addEventListener?.('focus', () => session.set(stateOf()));

/** A page that stays open longer than its token is good for goes to the sign-in. */
function watchExpiry(): void {
  clearTimeout(expiry);
  if (usableToken() === null) return;
  expiry = setTimeout(() => session.set(stateOf()), expiryOf(kept.token!) - Date.now() + 1);
}
