import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataVersion, Retention } from '@rise/contract';
import type { Engine } from '@rise/engine';
import { systemIn, type TenantActor } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { notFound, UserError } from '../kernel/errors/user-error.ts';
import { activeTenants } from '../tenants/tenants.service.ts';
import { UNIQUE_VIOLATION } from './data-versions.service.ts';
import {
  findRetention,
  listVersions,
  markRemoved,
  saveRetention,
  setPinned,
  type StoredVersion,
} from './version-history.sql.ts';
import { listVersionFiles, lockWarehouse, mayRemoveFiles } from './warehouse.sql.ts';

export interface VersionHistoryOptions {
  readonly database: Database;
  readonly engine: Engine;
  /** Folder of the version files, with one folder per tenant. */
  readonly directory: string;
}

/** What versions of a tenant's data there were, and which of them are retained. */
export class VersionHistoryService {
  readonly #database: Database;
  readonly #engine: Engine;
  readonly #directory: string;

  constructor({ database, engine, directory }: VersionHistoryOptions) {
    this.#database = database;
    this.#engine = engine;
    this.#directory = directory;
  }

  /** A page of versions, newest first. */
  async list(
    actor: TenantActor,
    { before = null, limit }: { before?: number | null | undefined; limit: number },
  ): Promise<{ versions: DataVersion[]; next: number | null }> {
    const found = await this.#database.withTenant(
      actor,
      (tx) => listVersions(tx, { before, limit: limit + 1 }),
      'reads',
    );
    const page = found.slice(0, limit);
    return { versions: page.map(toDto), next: found.length > limit ? page.at(-1)!.number : null };
  }

  /** Throws NOT_FOUND, and CONFLICT for a name that another version has. */
  async pin(actor: TenantActor, number: number, name: string | null): Promise<void> {
    try {
      const found = await this.#database.withTenant(actor, async (tx) => {
        await lockWarehouse(tx);
        return setPinned(tx, number, name);
      });
      if (!found) throw notFound();
    } catch (error) {
      if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
      throw new UserError('CONFLICT', `Another version is pinned as '${name}'. Choose another name.`);
    }
  }

  retention(actor: TenantActor): Promise<Retention> {
    return this.#database.withTenant(actor, findRetention, 'reads');
  }

  async setRetention(actor: TenantActor, retention: Retention): Promise<Retention> {
    await this.#database.withTenant(actor, async (tx) => {
      actor.record?.note({ before: await findRetention(tx), after: retention });
      await saveRetention(tx, retention);
    });
    return retention;
  }

  /** Removes the data that no tenant retains. */
  async sweep(): Promise<void> {
    if (this.#database.readOnly) return;
    for (const { id } of await activeTenants(this.#database)) await this.removeOld(systemIn(id));
  }

  /**
   * Removes versions beyond the tenant's retention, and the files that only they used. Returns their numbers: none
   * while a backup copies files, after which the next sweep removes them.
   */
  async removeOld(actor: TenantActor): Promise<number[]> {
    const [removed, files] = await this.#database.withTenant(actor, async (tx) => {
      if (!(await mayRemoveFiles(tx))) return [[], new Set<string>()] as const;
      await lockWarehouse(tx);
      const before = filesOf(await listVersionFiles(tx));
      const numbers = await markRemoved(tx, await findRetention(tx));
      for (const file of filesOf(await listVersionFiles(tx))) before.delete(file);
      return [numbers, before] as const;
    });
    for (const name of files) {
      const file = join(this.#directory, actor.tenantId, name);
      await this.#engine.versions.release(file);
      await rm(file, { force: true });
    }
    return [...removed];
  }
}

const filesOf = (versions: readonly { files: readonly string[] }[]) => new Set(versions.flatMap(({ files }) => files));

function toDto({
  own,
  loadedAt,
  removedAt,
  tables,
  totals,
  tablesBefore,
  totalsBefore,
  ...version
}: StoredVersion): DataVersion {
  return {
    ...version,
    loadedAt: loadedAt.toISOString(),
    removedAt: removedAt?.toISOString() ?? null,
    restorable: own && removedAt === null,
    tables: Object.entries(tables)
      .map(([table, rows]) => ({
        table,
        rows,
        before: tablesBefore[table] ?? null,
        totals: Object.entries(totals[table] ?? {})
          .map(([column, total]) => ({ column, total, before: totalsBefore[table]?.[column] ?? null }))
          .toSorted((a, b) => (a.column < b.column ? -1 : 1)),
      }))
      .toSorted((a, b) => (a.table < b.table ? -1 : 1)),
  };
}
