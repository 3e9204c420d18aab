import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  contentOf,
  LoadError,
  unsummedColumns,
  type Engine,
  type LoadedVersion,
  type LoadOptions,
  type Segments,
} from '@rise/engine';
import { storeProfiles } from '../data-view/column-profiles.service.ts';
import type { TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { DatabaseUnavailable } from '../kernel/errors/database-unavailable.ts';
import { UserError } from '../kernel/errors/user-error.ts';
import { newestModel } from '../models/stored-models.service.ts';
import { requireStorage } from '../plan-limits/storage-limit.service.ts';
import { loadTenantSettings } from '../tenant-settings/tenant-settings.service.ts';
import type { ConnectionStore } from './connection-store.service.ts';
import { UNIQUE_VIOLATION, type DataVersionService } from './data-versions.service.ts';
import type { VersionTotals } from './version-history.sql.ts';
import { newestFiles, nextVersionNumber, type NewestFiles, type VersionRecord } from './warehouse.sql.ts';

/** A version that is about to become current. */
export interface PublishedLoad {
  readonly number: number;
  readonly report: LoadedVersion;
  /** Sums of the version before, by table and column. */
  readonly totalsBefore: VersionTotals;
}

/** Files to load, and their title in the version's record. */
export type LoadSource = Pick<
  LoadOptions,
  'sourceDir' | 'tables' | 'sortKey' | 'asOf' | 'rejectLimit' | 'onTable' | 'onProgress' | 'signal'
> & {
  title: string;
  /** Who loads it, how and why; left out: a command. */
  record?: VersionRecord;
  /** Other writes of the transaction that makes the version current. */
  write?(tx: TenantTx, loaded: PublishedLoad): Promise<void>;
};

/** By table, the number of rows. */
function rowsOf(segments: Segments): Record<string, number> {
  return Object.fromEntries(
    Object.entries(segments).map(([table, parts]) => [table, parts.reduce((sum, { rows }) => sum + rows, 0)]),
  );
}

/** A version's segments; one that was loaded before there were any has all tables in its own file. */
function segmentsOf({ number, file, tables, segments }: NewestFiles): Segments {
  if (Object.keys(segments).length > 0) return segments;
  const own = { file: file ?? `${number}.duckdb`, as: `v${randomUUID().replaceAll('-', '')}`, schema: 'main' as const };
  return Object.fromEntries(Object.entries(tables).map(([table, rows]) => [table, [{ ...own, rows }]]));
}

export interface VersionLoaderOptions {
  readonly database: Database;
  /** Folder of the versions, with one folder per tenant. */
  readonly directory: string;
  readonly engine: Engine;
  readonly connections: ConnectionStore;
  readonly versions: DataVersionService;
}

/** Builds the next version of a tenant's data and makes it current. */
export class VersionLoader {
  readonly #options: VersionLoaderOptions;

  constructor(options: VersionLoaderOptions) {
    this.#options = options;
  }

  /**
   * Builds the next version from files in a child process and makes it current once it is complete. Returns its number.
   * Throws `LoadError`, CONFLICT while figures come from an external warehouse, and what `write` throws; then nothing has
   * changed.
   */
  async load(
    actor: TenantActor,
    { title, record = { loadedBy: null, origin: 'command' }, write, ...source }: LoadSource,
    onProgress?: (message: string) => void,
  ): Promise<number> {
    const { database } = this.#options;
    const expected = await database.withTenant(actor, nextVersionNumber, 'reads');
    // Loads of several servers would otherwise build the same number in the same files.
    const lease = await database.takeLease({
      name: loadLease(actor.tenantId),
      waiting: source.signal ?? new AbortController().signal,
    });
    try {
      const signal = source.signal ? AbortSignal.any([source.signal, lease!.lost]) : lease!.lost;
      return await this.#loadAlone(
        actor,
        { title, record, ...(write && { write }), ...source, signal, expected },
        onProgress,
      );
    } finally {
      await lease!.release();
    }
  }

  async #loadAlone(
    actor: TenantActor,
    { title, record, write, expected, ...source }: LoadSource & { record: VersionRecord; expected: number },
    onProgress?: (message: string) => void,
  ): Promise<number> {
    const { database, engine, connections, versions } = this.#options;
    const { number, before, newest, tenantSettings, connection } = await database.withTenant(actor, async (tx) => ({
      number: await nextVersionNumber(tx),
      before: await newestFiles(tx),
      newest: await newestModel(tx),
      tenantSettings: await loadTenantSettings(tx),
      connection: await connections.findActive(tx),
    }));
    if (number !== expected) throw otherLoaded();
    if (connection && record.origin !== 'sample')
      throw new UserError(
        'CONFLICT',
        'Figures come from an external warehouse. Return to the embedded warehouse, then load the data.',
      );
    await database.withTenant(actor, (tx) => requireStorage(tx, this.#options.directory, 0), 'reads');
    const target = versions.filePath(actor.tenantId, `${number}.duckdb`);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const report = await engine.versions.load({
      ...source,
      tenant: actor.tenantId,
      ...(before && {
        base: { segments: segmentsOf(before), coverage: before.coverage, asOf: before.asOf, totals: before.totals },
      }),
      rollups: newest ? engine.rollups.toLoad(newest.model, { ...tenantSettings, tenant: actor.tenantId }) : [],
      ...(newest && { unsummed: unsummedColumns(newest.model) }),
      target,
    });
    if (onProgress) for (const line of notesOf(report)) onProgress(line);
    const { coverage, segments, asOf } = report;
    const totalsBefore = before?.totals ?? {};
    const version = {
      number,
      source: title,
      asOf,
      segments,
      coverage,
      record,
      tables: rowsOf(segments),
      rollups: report.rollups.filter((rollup) => 'hash' in rollup),
      totals: {
        ...totalsBefore,
        ...Object.fromEntries(report.tables.map(({ table, totals }) => [table, totals])),
      },
    };
    try {
      await versions.publish(actor, version, null, async (tx) => {
        // A load that was canceled in its last moment has changed nothing either.
        source.signal?.throwIfAborted();
        await write?.(tx, { number, report, totalsBefore });
      });
    } catch (error) {
      await this.#discard(report, error);
      if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
      throw otherLoaded();
    }
    // Without them, readers make them: the version is current, whatever becomes of its profiles.
    await this.#storeProfiles(actor, number, report).catch(() => undefined);
    return number;
  }

  /** What the load finds out about large tables, after their figures can be read. */
  async #storeProfiles(actor: TenantActor, number: number, { asOf, file, segments, profiles }: LoadedVersion) {
    const version = { number, asOf, file, segments };
    for (const [table, columns] of Object.entries(await profiles)) {
      const content = contentOf(version, table);
      if (content !== null) await storeProfiles(this.#options.database, actor, { table, content }, columns);
    }
  }

  /** Removes the files of a version that did not become current. */
  async #discard({ file, rejects }: LoadedVersion, error: unknown): Promise<void> {
    // Whether the transaction was committed is unknown. If not, the next start removes the files.
    if (error instanceof DatabaseUnavailable) return;
    await this.#options.engine.versions.release(file);
    await rm(file, { force: true });
    if (rejects !== null) await rm(`${dirname(file)}/${rejects}`, { force: true });
  }
}

const otherLoaded = () => new LoadError('Other data was loaded meanwhile. Look at it, then load these files again.');

/** Held while a tenant's data is loaded. */
export const loadLease = (tenantId: string) => `load ${tenantId}`;

/** What a person who loads a version should know. */
function notesOf({ rollups, tables }: LoadedVersion): string[] {
  return [
    ...rollups.flatMap((rollup) =>
      'problem' in rollup ? [`The rollup ${rollup.dataset}.${rollup.name} was left out: ${rollup.problem}`] : [],
    ),
    ...tables.flatMap(({ table, missing }) =>
      missing.map(
        ({ file, columns }) =>
          `${table}: ${file} has no ${columns.join(', ')}, which other files have. They are empty there.`,
      ),
    ),
  ];
}
