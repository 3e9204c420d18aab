import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { checkJoins, LoadError } from '@rise/engine';
import type { BuiltRollup, CompiledModel, Engine, WarehouseVersion } from '@rise/engine';
import { LRUCache } from 'lru-cache';
import { byDataset, findUnlabelled, raiseAlerts } from '../alerts/alerts.service.ts';
import { notify } from '../inbox/inbox.service.ts';
import type { TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database.ts';
import { publish } from '../kernel/events.ts';
import { Failure } from '../kernel/failure.ts';
import { newestHash, newestModel } from '../models/stored-models.service.ts';
import { findTerms, newestTerms, type Terms } from '../terms/terms.service.ts';
import { sourceTitle } from './connections.rules.ts';
import type { Connection, Connections } from './connections.service.ts';
import { newsOfVersion } from './warehouse.rules.ts';
import {
  currentVersion,
  holdWarehouse,
  insertCurrentVersion,
  makeFileCurrent,
  nextVersionNumber,
  type NewCurrentVersion,
} from './warehouse.sql.ts';

/** A version and where its rows are. */
export interface PlacedVersion {
  readonly version: WarehouseVersion;
  /** The server that it lies in; null: a file of our own. */
  readonly connection: Connection | null;
}

/** Which version of a tenant's data is current, whether it lies in files of our own or in a server. */
export interface Versions {
  file(tenantId: string, number: number): string;
  /** A version's place under the connection that holds. One that is of another connection is settled before it is asked. */
  place(
    tenantId: string,
    version: { number: number; asOf: string | null; rollups?: readonly BuiltRollup[] },
    connection: Connection | null,
  ): PlacedVersion;
  /** The current version; null while there is none, and while it is not of the connection that holds. */
  currentIn(tx: TenantTx): Promise<PlacedVersion | null>;
  /** Codes to which model and tenant give no meaning; nothing to compare where model or version is missing. */
  compare(
    tenantId: string,
    said: { model: CompiledModel | undefined; terms: Terms },
    placed: PlacedVersion | null,
  ): ReturnType<typeof findUnlabelled>;
  /** Makes a version current, with its alerts and its news. */
  become(
    actor: TenantActor,
    version: Omit<NewCurrentVersion, 'unlabelled'>,
    connection: Connection | null,
  ): Promise<void>;
  /** Makes the current version one of the connection that holds, and a new one where the data there has changed. */
  settle(actor: TenantActor): Promise<void>;
  /** Whether it is time to look again whether the data behind a connection has changed. */
  isDue(tenantId: string, connection: Connection | null): boolean;
}

const UNIQUE_VIOLATION = '23505';

export function createVersions(options: {
  database: Database;
  engine: Engine;
  directory: string;
  connections: Connections;
}): Versions {
  const { database, engine, directory, connections } = options;
  /** When each tenant's connection was last asked how fresh its data is. */
  const looked = new LRUCache<string, { revision: string; at: number }>({ max: 10_000 });
  const settling = new Map<string, Promise<void>>();

  const file: Versions['file'] = (tenantId, number) => join(directory, tenantId, `${number}.duckdb`);
  const place: Versions['place'] = (tenantId, { number, asOf, rollups = [] }, connection) => ({
    version: connection
      ? { number, asOf, server: connection.server, moment: momentOf(connection), tenantKey: connection.tenantKey }
      : { number, asOf, file: file(tenantId, number), rollups },
    connection,
  });

  const compare: Versions['compare'] = async (tenantId, { model, terms }, placed) =>
    model && placed ? findUnlabelled(engine, { tenantId, model, terms, version: placed.version }) : [];

  const become: Versions['become'] = async (actor, version, connection) => {
    // Compared before it is current, so that figures and alerts change in one step; again where model or terms changed meanwhile.
    for (let current = false; !current;) {
      const [newest, terms] = await database.withTenant(
        actor,
        async (tx) => [await newestModel(tx), await newestTerms(tx)] as const,
        'reads',
      );
      const placed = place(actor.tenantId, version, connection);
      const found = await compare(actor.tenantId, { model: newest?.model, terms }, placed);
      if (newest) await refuseRepeated(actor, newest.model, placed);
      current = await database.withTenant(actor, async (tx) => {
        await holdWarehouse(tx);
        if ((await newestHash(tx)) !== (newest?.hash ?? null)) return false;
        if ((await findTerms(tx)).revision !== terms.revision) return false;
        await insertCurrentVersion(tx, { ...version, unlabelled: byDataset(found) });
        await raiseAlerts(tx, found);
        await notify(tx, 'everybody', newsOfVersion(version));
        await tellOfFigures(tx);
        return true;
      });
    }
  };

  /** A version that would count rows several times by the model in force never becomes current. */
  const refuseRepeated = async (
    { tenantId }: TenantActor,
    { model }: CompiledModel,
    { version }: PlacedVersion,
  ): Promise<void> => {
    const repeated = await engine.repeatedKeys({ model, version, tenant: tenantId });
    const [first] = checkJoins(model, repeated, (path, message) => ({
      file: model.name,
      line: null,
      column: null,
      path: path.map(String).join('.'),
      message,
    }));
    if (!first) return;
    if (!('file' in version)) throw new Failure('WAREHOUSE_UNAVAILABLE', first.message);
    await engine.release(version.file);
    await rm(version.file, { force: true });
    throw new LoadError(first.message);
  };

  const leaveServer = (actor: TenantActor) =>
    database.withTenant(actor, async (tx) => {
      await holdWarehouse(tx);
      await makeFileCurrent(tx);
      await tellOfFigures(tx);
    });

  const settleNow = async (actor: TenantActor): Promise<void> => {
    const { connection, current } = await database.withTenant(
      actor,
      async (tx) => ({ connection: await connections.inForce(tx), current: await currentVersion(tx) }),
      'reads',
    );
    if (!connection) return current?.connection === null ? undefined : leaveServer(actor);
    const { revision, settings } = connection;
    const at = Date.now();
    const { freshness, asOf } = await lookAt(engine, actor, connection);
    const same = current?.connection === revision && current.freshness === freshness && current.asOf === asOf;
    if (!same) {
      const number = await database.withTenant(actor, nextVersionNumber);
      const version = { number, source: sourceTitle(settings), asOf, tables: {}, connection: revision, freshness };
      await become(actor, version, connection).catch((error: { code?: string }) => {
        // Another process has counted the same change.
        if (error.code !== UNIQUE_VIOLATION) throw error;
      });
    }
    looked.set(actor.tenantId, { revision, at });
  };

  return {
    file,
    place,
    compare,
    become,
    async currentIn(tx) {
      const current = await currentVersion(tx);
      const connection = current && (await connections.inForce(tx));
      if (!current || (connection?.revision ?? null) !== current.connection) return null;
      return place(tx.tenantId, current, connection);
    },
    settle(actor) {
      const running = settling.get(actor.tenantId);
      if (running) return running;
      const work = settleNow(actor).finally(() => settling.delete(actor.tenantId));
      settling.set(actor.tenantId, work);
      return work;
    },
    isDue(tenantId, connection) {
      if (!connection || !(connection.settings.freshness ?? connection.settings.asOf)) return false;
      const last = looked.get(tenantId);
      return last?.revision !== connection.revision || Date.now() - last.at >= connection.settings.maxAgeSeconds * 1000;
    },
  };
}

/** Has the tenant's open pages read again what stands on its data, model, parameters and mappings. */
export function tellOfFigures(tx: TenantTx): Promise<void> {
  return publish(tx, { kind: 'figures', to: { tenants: [tx.tenantId] } });
}

/** What tells apart answers of a server that does not say when its data changes: each lives as long as it may be old. */
function momentOf({ settings }: Connection): number {
  return settings.freshness ? 0 : Math.floor(Date.now() / (settings.maxAgeSeconds * 1000));
}

/** How fresh the data behind a connection is, and the day it is of, as far as its settings say where that stands. */
async function lookAt(
  engine: Engine,
  { tenantId }: TenantActor,
  connection: Connection,
): Promise<{ freshness: string | null; asOf: string | null }> {
  const { freshness, asOf } = connection.settings;
  const columns = [freshness, asOf].filter((each) => each !== undefined);
  if (columns.length === 0) return { freshness: null, asOf: null };
  const version = { number: 0, asOf: null, server: connection.server, moment: 0, tenantKey: connection.tenantKey };
  const values = await engine.greatest(version, tenantId, columns);
  const day = asOf ? values.at(-1)! : null;
  return { freshness: freshness ? values[0]! : null, asOf: day === null ? null : day.slice(0, 10) };
}
