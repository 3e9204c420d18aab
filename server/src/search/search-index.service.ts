import type { IconName, LocalizedText, Permission, SearchSetId } from '@rise/contract';
import { systemIn } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database.ts';
import { activeTenants } from '../tenants/tenants.service.ts';
import * as sql from './search-index.sql.ts';

/** Raise it when a slice makes its entries otherwise: every tenant's are then made again at the next start. */
const EDITION = 2;

/** What can be found of one thing that a tenant has. */
export interface SearchEntry {
  /** Its slice's own name for it. */
  readonly id: string;
  /** Who lacks it does not find the entry. */
  readonly permission: Permission;
  readonly title: LocalizedText;
  readonly detail?: LocalizedText;
  /** Other names it is known by, in whichever language: synonyms, codes. */
  readonly keywords?: readonly string[];
  /** Found by, not shown. */
  readonly body?: LocalizedText;
  /** A path of the portal; left out where an entry that `shows` this one leads to it. */
  readonly link?: string;
  readonly icon: IconName;
  /** Ids of data that can be seen there: 'dataset' and 'dataset.measure'. */
  readonly shows?: readonly string[];
}

/** Sets whose entries are rows of a tenant. People's are kept by the database itself, wherever an account changes. */
export type IndexedSet = Extract<SearchSetId, 'reports' | 'data'>;

/** Makes things findable, in the transaction that makes or changes them. */
export async function indexEntries(tx: TenantTx, set: IndexedSet, entries: readonly SearchEntry[]): Promise<void> {
  await sql.putEntries(tx, set, JSON.stringify(entries));
}

/** The same, and takes away what else the set has. */
export async function replaceEntries(tx: TenantTx, set: IndexedSet, entries: readonly SearchEntry[]): Promise<void> {
  await sql.keepEntries(
    tx,
    set,
    entries.map(({ id }) => id),
  );
  await sql.putEntries(tx, set, JSON.stringify(entries));
}

/** Takes one away, in the transaction that does so with the thing. */
export async function removeEntry(tx: TenantTx, set: IndexedSet, id: string): Promise<void> {
  await sql.deleteEntry(tx, set, id);
}

/** A slice that can make its entries of a tenant anew from what it keeps. */
export interface Indexed {
  reindex(tx: TenantTx): Promise<void>;
}

/** Makes the entries of all tenants anew that were made by an older edition of the rules, or never. */
export async function reindexTenants(database: Database, slices: readonly Indexed[]): Promise<void> {
  for (const { id } of await activeTenants(database)) {
    await database.withTenant(systemIn(id), async (tx) => {
      if ((await sql.editionOf(tx)) === EDITION) return;
      for (const slice of slices) await slice.reindex(tx);
      await sql.putEdition(tx, EDITION);
    });
  }
}
