import { deleteDB, openDB, type DBSchema } from 'idb';

/** Orders writes of several tabs: by count, then by tab id. */
export interface Stamp {
  readonly count: number;
  readonly tab: string;
}

export function isLater(one: Stamp, other: Stamp): boolean {
  return one.count > other.count || (one.count === other.count && one.tab > other.tab);
}

/** A group's part as it is stored. */
export interface StoredPart {
  readonly group: string;
  readonly version: number;
  readonly stamp: Stamp;
  /** SHA-256 of the data's JSON: reveals changes made outside the demo. */
  readonly digest: string;
  readonly data: unknown;
}

interface Schema extends DBSchema {
  parts: { key: string; value: StoredPart };
}

export interface Database {
  /** As stored; its shape is not checked. */
  readAll(): Promise<unknown[]>;
  /** Writes all parts or none; skips those stored with a later stamp. */
  write(parts: readonly StoredPart[]): Promise<void>;
  close(): void;
}

const LAYOUT = 1;

/** Opens the database; one of an unknown layout is deleted and created again. */
export async function openDatabase(name: string): Promise<{ database: Database; recreated: boolean }> {
  try {
    return { database: await open(name), recreated: false };
  } catch (error) {
    if (!(error instanceof DOMException) || error.name === 'SecurityError') throw error;
    await deleteDB(name);
    return { database: await open(name), recreated: true };
  }
}

async function open(name: string): Promise<Database> {
  const db = await openDB<Schema>(name, LAYOUT, {
    upgrade: (upgraded) => void upgraded.createObjectStore('parts', { keyPath: 'group' }),
    // Another tab is deleting it.
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
        const former = (await transaction.store.get(part.group)) as Partial<StoredPart> | undefined;
        if (typeof former?.stamp?.count !== 'number' || isLater(part.stamp, former.stamp))
          await transaction.store.put(part);
      });
      await Promise.all([...work, transaction.done]);
    },
    close: () => db.close(),
  };
}
