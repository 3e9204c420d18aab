import { SYSTEM, systemIn } from '../../kernel/actor.ts';
import type { Database } from '../../kernel/database/database.ts';
import { listActiveSlugs, listFolders } from '../knowledge-sources.sql.ts';
import { addFolder, removeFolder } from './folder-documents.sql.ts';

/** A folder of Markdown files that the operator has named, as a source of one tenant or of all. */
export interface NamedFolder {
  /** As people see it. */
  readonly name: string;
  /** Slug of a tenant; null: all of them. */
  readonly tenant: string | null;
  readonly path: string;
}

/** Keeps the folders that are sources of tenants as the operator has named them. */
export class KnowledgeFolders {
  readonly #database: Database;
  readonly #folders: readonly NamedFolder[];
  /** Slugs of tenants that are not suspended. */
  #slugs: ReadonlyMap<string, string> = new Map();

  constructor(database: Database, folders: readonly NamedFolder[]) {
    this.#database = database;
    this.#folders = folders;
  }

  /** Adds those that are new, of new tenants too, and removes those that are no longer named, with what was read of them. */
  async keep(): Promise<void> {
    const [tenants, stored] = await this.#database.withGlobal(
      SYSTEM,
      async (tx) => [await listActiveSlugs(tx), await listFolders(tx)],
      'reads',
    );
    this.#slugs = new Map(tenants.map(({ id, slug }) => [id, slug]));
    for (const { id } of tenants) {
      const own = stored.filter(({ tenantId }) => tenantId === id);
      const named = this.#folders.filter(({ tenant }) => tenant === null || tenant === this.#slugs.get(id));
      const added = named.filter(({ name }) => !own.some((folder) => folder.name === name));
      const removed = own.filter(({ name }) => !named.some((folder) => folder.name === name));
      if (added.length + removed.length === 0) continue;
      await this.#database.withTenant(systemIn(id), async (tx) => {
        for (const folder of removed) await removeFolder(tx, folder.id);
        for (const { name } of added) await addFolder(tx, name);
      });
    }
  }

  /** Where a folder is; null where the operator does not name it for the tenant. */
  pathOf(tenantId: string, name: string): string | null {
    const slug = this.#slugs.get(tenantId);
    const folder = this.#folders.find((one) => one.name === name && (one.tenant === null || one.tenant === slug));
    return folder?.path ?? null;
  }
}
