import type { IconName, Language, LocalizedText, Permission, SearchSetId } from '@rise/contract';
import { systemIn } from '../kernel/actor.ts';
import type { Database, GlobalTx, TenantTx } from '../kernel/database/database.ts';
import { activeTenants } from '../tenants/tenants.service.ts';
import * as sql from './search-index.sql.ts';

/** Increase it when a slice changes how it creates entries: all tenants are then indexed again at the next start. */
export const EDITION = 4;

/** Who may open a workspace has this key, and finds the entries that ask for it. */
export type WorkspaceKey = `workspace ${string}`;
export const workspaceKey = (id: string): WorkspaceKey => `workspace ${id}`;
/** The key of those who may edit there. */
export const editorsKey = (id: string): WorkspaceKey => `workspace ${id} editors`;

/** A searchable thing of a tenant. */
export interface SearchEntry {
  /** Its id within its slice. */
  readonly id: string;
  /** Required to find the entry. */
  readonly permission: Permission | WorkspaceKey;
  readonly title: LocalizedText;
  readonly detail?: LocalizedText;
  /** Other names, in any language: synonyms, codes. */
  readonly keywords?: readonly string[];
  /** Those of the keywords that belong to a language; readers of it find them first. */
  readonly synonyms?: Readonly<Partial<Record<Language, readonly string[]>>>;
  /** Searched, not shown. */
  readonly body?: LocalizedText;
  /** A path of the portal; omitted where an entry that `shows` this one links to it. */
  readonly link?: string;
  readonly icon: IconName;
  /** Ids of the data on this page: 'dataset' and 'dataset.measure'. */
  readonly shows?: readonly string[];
}

/**
 * Sets whose entries are rows of a tenant. Entries of people are maintained by triggers of the database, on every
 * change of an account.
 */
export type IndexedSet = Extract<SearchSetId, 'reports' | 'data'>;

/** Writes entries, in the transaction that creates or changes the things themselves. */
export async function indexEntries(tx: TenantTx, set: IndexedSet, entries: readonly SearchEntry[]): Promise<void> {
  await sql.putEntries(tx, set, JSON.stringify(entries));
}

/** The same, and deletes the set's other entries. */
export async function replaceEntries(tx: TenantTx, set: IndexedSet, entries: readonly SearchEntry[]): Promise<void> {
  await sql.keepEntries(
    tx,
    set,
    entries.map(({ id }) => id),
  );
  await sql.putEntries(tx, set, JSON.stringify(entries));
}

/** Deletes an entry, in the transaction that deletes the thing itself. */
export async function removeEntry(tx: TenantTx, set: IndexedSet, id: string): Promise<void> {
  await sql.deleteEntry(tx, set, id);
}

/** A slice that can rebuild a tenant's entries from its own data. */
export interface Indexed {
  reindex(tx: TenantTx): Promise<void>;
}

/** Rebuilds the entries of all tenants that have none or were indexed under an older edition. */
export async function reindexTenants(database: Database, slices: readonly Indexed[]): Promise<void> {
  for (const { id } of await activeTenants(database)) {
    const edition = await database.withTenant(systemIn(id), sql.editionOf, 'reads');
    if (edition !== EDITION) await reindexTenant(database, id, slices);
  }
}

/** Rebuilds a tenant's entries as a whole: until it is complete, a search finds those from before. */
export async function reindexTenant(database: Database, id: string, slices: readonly Indexed[]): Promise<void> {
  await database.withTenant(systemIn(id), async (tx) => {
    for (const slice of slices) await slice.reindex(tx);
    await sql.rebuildPeople(tx);
    await sql.putEdition(tx, EDITION);
  });
}
/** A new tenant has nothing yet: what is created in it from now on is indexed as it is. */
export const startIndex = (tx: TenantTx): Promise<void> => sql.putEdition(tx, EDITION);

/** Tenants whose entries are missing, or were created by another edition. */
export const countUnindexed = (tx: GlobalTx): Promise<number> => sql.countUnindexed(tx, EDITION);
