import { type CopySource, type ServerWarehouseSettings, type SourceStep, type SourceTable } from '@rise/contract';
import type { BrowsedTable, Engine, TableReader } from '@rise/engine';
import { SYSTEM, type TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { notFound, UserError } from '../kernel/errors/user-error.ts';
import { checkSharedRows } from '../warehouse/connection-checks.ts';
import type { Connection, ConnectionStore } from '../warehouse/connection-store.service.ts';
import { ConnectionTest } from '../warehouse/connection-test.service.ts';
import { listTenantConnections, toWarehouseConnection } from '../warehouse/connections.service.ts';
import { UNIQUE_VIOLATION } from '../warehouse/data-versions.service.ts';
import type { SourceDiagnosis } from '../warehouse/source-diagnosis.ts';
import {
  copiesOfSource,
  deleteCopySource,
  findCopySource,
  insertCopySource,
  listCopySources,
  listAllSources,
  updateCopySource,
  type SourceRow,
} from './copies.sql.ts';

export interface CopySourceOptions {
  readonly database: Database;
  readonly engine: Engine;
  readonly connections: ConnectionStore;
}

interface SourceDraft {
  readonly name: string;
  readonly settings: ServerWarehouseSettings;
}

/** No figure is computed in a server that is only copied from. */
const ABOUT_FIGURES = new Set<SourceStep['step']>(['freshness', 'model']);

/** Servers that a tenant copies tables from, connected under the same rules as its warehouse. */
export class CopySourceService {
  readonly #database: Database;
  readonly #engine: Engine;
  readonly #connections: ConnectionStore;
  readonly #test: ConnectionTest;

  constructor({ database, engine, connections }: CopySourceOptions) {
    this.#database = database;
    this.#engine = engine;
    this.#connections = connections;
    this.#test = new ConnectionTest({ database, engine, connections });
  }

  async list(actor: TenantActor): Promise<CopySource[]> {
    return (await this.#database.withTenant(actor, listCopySources, 'reads')).map(presentSource);
  }

  /** Tests settings step by step; nothing is stored. */
  async test(actor: TenantActor, settings: ServerWarehouseSettings): Promise<SourceStep[]> {
    const { steps } = await this.#diagnose(actor, settings);
    return steps.filter(({ step }) => !ABOUT_FIGURES.has(step));
  }

  /** Throws VALIDATION_FAILED with what the test found, and CONFLICT for a name that another one has. */
  async add(actor: TenantActor, draft: SourceDraft): Promise<CopySource> {
    await this.#requirePassed(actor, draft.settings);
    return this.#save(actor, async (tx) => {
      const id = await insertCopySource(tx, {
        name: draft.name,
        ...this.#connections.seal(actor.tenantId, draft.settings),
      });
      return (await findCopySource(tx, id))!;
    });
  }

  /** Throws NOT_FOUND, and what `add` throws. */
  async change(actor: TenantActor, id: string, draft: SourceDraft): Promise<CopySource> {
    await this.#find(actor, id);
    await this.#requirePassed(actor, draft.settings);
    return this.#save(actor, async (tx) => {
      await updateCopySource(tx, id, { name: draft.name, ...this.#connections.seal(actor.tenantId, draft.settings) });
      const row = await findCopySource(tx, id);
      if (!row) throw notFound();
      return row;
    });
  }

  /** Throws NOT_FOUND, and CONFLICT while copies read from it. */
  async remove(actor: TenantActor, id: string): Promise<void> {
    await this.#database.withTenant(actor, async (tx) => {
      const copies = await copiesOfSource(tx, id);
      if (copies.length > 0)
        throw new UserError('CONFLICT', `Copies read from this server: ${copies.join(', ')}. Remove them first.`);
      if ((await deleteCopySource(tx, id)) === 0) throw notFound();
    });
  }

  /** Throws NOT_FOUND, and what the server says. */
  async tables(actor: TenantActor, id: string, signal?: AbortSignal): Promise<SourceTable[]> {
    const { tables } = await this.read(actor, id, signal);
    return tables.map(({ name, columns }) => ({
      name,
      columns: columns.map(({ name: column, native, type }) => ({ name: column, native, type })),
    }));
  }

  /** The tables of a server as they are now, with the tenant's rows only, and how they are read. */
  async read(
    actor: TenantActor,
    id: string,
    signal?: AbortSignal,
  ): Promise<{ reader: TableReader; tables: BrowsedTable[]; connection: Connection }> {
    const connection = this.#connections.open(actor.tenantId, storedAs(actor, await this.#find(actor, id)));
    if (!connection) throw notFound();
    const { server, tenantKey } = connection;
    const reader: TableReader = {
      model: null,
      // Columns are cached by moment: those of now are needed.
      version: { number: 0, asOf: null, server, moment: Date.now(), tenantKey },
      scope: { tenant: actor.tenantId, reader: 'system' },
      unexposed: true,
      ...(signal && { signal }),
    };
    return { reader, tables: await this.#engine.tables.list(reader), connection };
  }

  async #find(actor: TenantActor, id: string): Promise<SourceRow> {
    const row = await this.#database.withTenant(actor, (tx) => findCopySource(tx, id), 'reads');
    if (!row) throw notFound();
    return row;
  }

  async #save(actor: TenantActor, save: (tx: TenantTx) => Promise<SourceRow>): Promise<CopySource> {
    try {
      return presentSource(await this.#database.withTenant(actor, save));
    } catch (error) {
      if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
      throw new UserError('CONFLICT', 'Another server has this name. Choose a different one.');
    }
  }

  async #requirePassed(actor: TenantActor, settings: ServerWarehouseSettings): Promise<void> {
    const { issues } = await this.#diagnose(actor, settings);
    if (issues.length > 0) throw new UserError('VALIDATION_FAILED', 'The server cannot be connected.', issues);
  }

  async #diagnose({ tenantId }: TenantActor, settings: ServerWarehouseSettings): Promise<SourceDiagnosis> {
    const { own, others } = await this.#database.withGlobal(
      SYSTEM,
      async (tx) => {
        const all = await listTenantConnections(tx);
        const others = [...all, ...(await listAllSources(tx))].filter(({ id }) => id !== tenantId);
        return { own: all.filter(({ id }) => id === tenantId), others };
      },
      'reads',
    );
    return this.#test.diagnose({
      settings,
      affected: own,
      forFigures: false,
      sharedRows: () =>
        checkSharedRows(settings, tenantId, own, others).map(({ field }) => ({
          field,
          message:
            'Another organization of this installation reads these rows. Use rows, a schema or a database of your own.',
        })),
    });
  }
}

const storedAs = ({ tenantId }: TenantActor, { id, settings, secrets, slug }: SourceRow) => ({
  tenantId,
  revision: id,
  settings,
  secrets,
  slug,
});

function presentSource({ id, name, settings, connectedAt }: SourceRow): CopySource {
  const { of: _, ...connection } = toWarehouseConnection({ settings, connectedAt, tenantId: id });
  return { id, name, ...connection };
}
