/** Whoever signed in, as the lock greets them. */
export interface Visitor {
  readonly name: string;
  /** What they signed in with; the profile may name another address. */
  readonly email: string;
  readonly avatar: string | null;
}

/** What a browser keeps of a session: a token, or a lock. */
export interface KeptSession {
  readonly token: string | null;
  readonly locked: boolean;
  readonly visitor: Visitor | null;
  /** Whether it outlives the tab. */
  readonly remembered: boolean;
}

export const NO_SESSION: KeptSession = { token: null, locked: false, visitor: null, remembered: true };

const TOKEN = 'rise.demo.token';
const LOCKED = 'rise.demo.locked';
const VISITOR = 'rise.demo.visitor';
const ENDED = 'rise.demo.ended';

/** How a session ends. */
export type Ending = 'out' | 'locked';

/** A session of this tab alone comes before the one of the whole browser. */
export function readSession(): KeptSession {
  return readFrom('sessionStorage') ?? readFrom('localStorage') ?? NO_SESSION;
}

function readFrom(storage: StorageName): KeptSession | null {
  const token = get(storage, TOKEN);
  const locked = get(storage, LOCKED) !== null;
  if (token === null && !locked) return null;
  return { token, locked, visitor: readVisitor(storage), remembered: storage === 'localStorage' };
}

/** Replaces whatever was kept, in either place. */
export function writeSession({ token, locked, visitor, remembered }: KeptSession): void {
  const place: StorageName = remembered ? 'localStorage' : 'sessionStorage';
  for (const storage of STORAGES) {
    const here = storage === place && (token !== null || locked);
    const values: [string, string | null][] = [
      [VISITOR, here && visitor ? JSON.stringify(visitor) : null],
      [TOKEN, here ? token : null],
      [LOCKED, here && locked ? 'yes' : null],
    ];
    // What comes before what goes: a tab that reads in between finds one of the two, never nothing.
    for (const [key, value] of values) if (value !== null) put(storage, key, value);
    for (const [key, value] of values) if (value === null) put(storage, key, null);
  }
}

/** Tells the other tabs, also those whose session is their own, how it ended here. */
export function tellOthers(ending: Ending): void {
  put('localStorage', ENDED, `${ending} ${Date.now()}`);
}

/** Hears of other tabs: of an ending, or of anything else that changed in what all of them share. */
export function onOtherTabs(heard: (ending: Ending | null) => void): void {
  globalThis.addEventListener?.('storage', ({ key, newValue }) => {
    if (key === ENDED) heard(newValue?.startsWith('locked') ? 'locked' : 'out');
    else if (key === TOKEN || key === LOCKED || key === null) heard(null);
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

function put(storage: StorageName, key: string, value: string | null): void {
  try {
    if (value === null) globalThis[storage].removeItem(key);
    else globalThis[storage].setItem(key, value);
  } catch {
    // Storage may be closed to us; the session then lasts as long as the page.
  }
}
