import { deleteDB, openDB, type DBSchema } from 'idb';

/** Orders the writes of several tabs: the higher count is the later one, and of equal counts the higher tab. */
export interface Stamp {
  readonly count: number;
  readonly tab: string;
}

export function isLater(one: Stamp, other: Stamp): boolean {
  return one.count > other.count || (one.count === other.count && one.tab > other.tab);
}

/** A group's part as it is stored. */
export interface Kept {
  readonly group: string;
  readonly version: number;
  readonly stamp: Stamp;
  /** SHA-256 of the data's JSON: tells what we wrote from what somebody else did to it. */
  readonly digest: string;
  readonly data: unknown;
}

interface Schema extends DBSchema {
  parts: { key: string; value: Kept };
}

export interface Database {
  /** As it lies there; nobody vouches for its shape. */
  readAll(): Promise<unknown[]>;
  /** Writes all of them or none, and leaves those alone that are stored with a later stamp. */
  write(parts: readonly Kept[]): Promise<void>;
  close(): void;
}

const LAYOUT = 1;

/** Opens the database, making a new one where what lies there is of a layout that we don't know. */
export async function openDatabase(name: string): Promise<{ database: Database; madeAnew: boolean }> {
  try {
    return { database: await open(name), madeAnew: false };
  } catch (error) {
    if (!(error instanceof DOMException) || error.name === 'SecurityError') throw error;
    await deleteDB(name);
    return { database: await open(name), madeAnew: true };
  }
}

async function open(name: string): Promise<Database> {
  const db = await openDB<Schema>(name, LAYOUT, {
    upgrade: (fresh) => void fresh.createObjectStore('parts', { keyPath: 'group' }),
    // Another tab makes it anew.
    blocking: () => db.close(),
  });
  if (!db.objectStoreNames.contains('parts')) {
    db.close();
    throw new DOMException('The database has another layout.', 'VersionError');
  }
  return {
    readAll: () => db.getAll('parts'),
    async write(parts) {
      const transaction = db.transaction('parts', 'readwrite');
      const work = parts.map(async (part) => {
        const former = (await transaction.store.get(part.group)) as Partial<Kept> | undefined;
        if (typeof former?.stamp?.count !== 'number' || isLater(part.stamp, former.stamp))
          await transaction.store.put(part);
      });
      await Promise.all([...work, transaction.done]);
    },
    close: () => db.close(),
  };
}
