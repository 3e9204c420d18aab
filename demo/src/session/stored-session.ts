/** The signed-in visitor, as the lock screen shows them. */
export interface Visitor {
  readonly name: string;
  /** The email used to sign in; the profile's may differ. */
  readonly email: string;
  readonly avatar: string | null;
}

/** A session as the browser stores it: a token or a lock. */
export interface StoredSession {
  readonly token: string | null;
  readonly locked: boolean;
  readonly visitor: Visitor | null;
  /** Whether it outlives the tab. */
  readonly remembered: boolean;
}

export const NO_SESSION: StoredSession = { token: null, locked: false, visitor: null, remembered: true };

const TOKEN = 'rise.demo.token';
const LOCKED = 'rise.demo.locked';
const VISITOR = 'rise.demo.visitor';
const ENDED = 'rise.demo.ended';

/** How a session ends. */
export type Ending = 'out' | 'locked';

/** Reads the session; one of this tab takes precedence over the browser's. */
export function readSession(): StoredSession {
  return readFrom('sessionStorage') ?? readFrom('localStorage') ?? NO_SESSION;
}

function readFrom(storage: StorageName): StoredSession | null {
  const token = get(storage, TOKEN);
  const locked = get(storage, LOCKED) !== null;
  if (token === null && !locked) return null;
  return { token, locked, visitor: readVisitor(storage), remembered: storage === 'localStorage' };
}

/** Replaces the stored session in both storages. */
export function writeSession({ token, locked, visitor, remembered }: StoredSession): void {
  const target: StorageName = remembered ? 'localStorage' : 'sessionStorage';
  for (const storage of STORAGES) {
    const isTarget = storage === target && (token !== null || locked);
    const values: [string, string | null][] = [
      [VISITOR, isTarget && visitor ? JSON.stringify(visitor) : null],
      [TOKEN, isTarget ? token : null],
      [LOCKED, isTarget && locked ? 'yes' : null],
    ];
    // Write before deleting: a tab that reads in between finds one of the two, never none.
    for (const [key, value] of values) if (value !== null) writeItem(storage, key, value);
    for (const [key, value] of values) if (value === null) writeItem(storage, key, null);
  }
}

/** Publishes to all other tabs how the session ended, also to those with a session of their own. */
export function publishEnding(ending: Ending): void {
  writeItem('localStorage', ENDED, `${ending} ${Date.now()}`);
}

/** Calls back when another tab ends the session, or with null when the shared session changed otherwise. */
export function onOtherTabs(listener: (ending: Ending | null) => void): void {
  globalThis.addEventListener?.('storage', ({ key, newValue }) => {
    if (key === ENDED) listener(newValue?.startsWith('locked') ? 'locked' : 'out');
    else if (key === TOKEN || key === LOCKED || key === null) listener(null);
  });
}

function readVisitor(storage: StorageName): Visitor | null {
  try {
    const { name, email, avatar } = JSON.parse(get(storage, VISITOR) ?? 'null') as Record<keyof Visitor, unknown>;
    if (typeof name !== 'string' || typeof email !== 'string') return null;
    return { name, email, avatar: typeof avatar === 'string' ? avatar : null };
  } catch {
    return null;
  }
}

const STORAGES = ['localStorage', 'sessionStorage'] as const;
type StorageName = (typeof STORAGES)[number];

function get(storage: StorageName, key: string): string | null {
  try {
    return globalThis[storage].getItem(key);
  } catch {
    return null;
  }
}

function writeItem(storage: StorageName, key: string, value: string | null): void {
  try {
    if (value === null) globalThis[storage].removeItem(key);
    else globalThis[storage].setItem(key, value);
  } catch {
    // Storage may be blocked; the session then lasts as long as the page.
  }
}
