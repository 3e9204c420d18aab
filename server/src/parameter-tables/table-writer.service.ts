import { parameterRows, type Engine } from '@rise/engine';
import type { Logger } from 'pino';
import { BackgroundWorker } from '../jobs/worker.ts';
import { noteJobFailure, traceJob } from '../jobs/trace-job.ts';
import { SYSTEM, systemIn } from '../kernel/actor.ts';
import { writeRecord } from '../kernel/audit.ts';
import type { Database, Listening, TenantTx } from '../kernel/database/database.ts';
import { publish } from '../kernel/events.ts';
import { newestModel } from '../models/stored-models.service.ts';
import { loadTenantSettings, withTenantSettings } from '../tenant-settings/tenant-settings.service.ts';
import type { ConnectionStore } from '../warehouse/connection-store.service.ts';
import type { WarehouseService } from '../warehouse/warehouse.service.ts';
import { contentHash, retryAfter } from './parameter-tables.rules.ts';
import { releaseDue, removeTable, saveOutcome, TABLE_CHANNEL, takeDue, type DueTable } from './parameter-tables.sql.ts';

/** After a first failure; later ones are tried again after longer. */
const RETRY_MS = 30_000;
/** How often a table without any change is looked at: with a new day, other values may be current. */
const SETTLED_MS = 60 * 60 * 1000;

export interface TableWriterOptions {
  readonly database: Database;
  readonly engine: Engine;
  readonly connections: ConnectionStore;
  readonly warehouses: Pick<WarehouseService, 'state'>;
  readonly log: Logger;
  /** How soon a first failure is tried again, if not after 30 seconds. */
  readonly parameterRetryMs?: number;
}

/** Keeps tables of tenants' warehouses at the tenants' parameters, for other tools. */
export class TableWriter {
  readonly #options: TableWriterOptions;
  readonly #retryMs: number;
  readonly #worker: BackgroundWorker;
  #listening: Listening | null = null;

  constructor(options: TableWriterOptions) {
    this.#options = options;
    this.#retryMs = options.parameterRetryMs ?? RETRY_MS;
    const { database, log } = options;
    this.#worker = new BackgroundWorker({
      database,
      work: async () => {
        const due = await database.withGlobal(SYSTEM, takeDue);
        if (!due) return false;
        try {
          await traceJob('parameters', due.tenantId, () => this.#write(due));
        } catch (error) {
          await database.withGlobal(SYSTEM, (tx) => releaseDue(tx, due, this.#retryMs));
          throw error;
        }
        return true;
      },
      restMs: this.#retryMs,
      onError: (error) => log.warn({ err: error }, 'could not write the parameters of a tenant to its warehouse'),
    });
  }

  /** Writes what became due while no server did, and then whatever becomes due in any process. */
  async start(): Promise<void> {
    this.#listening = await this.#options.database.listen(TABLE_CHANNEL, () => this.#worker.wake());
  }

  async close(): Promise<void> {
    await this.#listening?.stop();
    await this.#worker.close();
  }

  /** Writes the current values where they differ from those last written. */
  async #write(due: DueTable): Promise<void> {
    const { database, engine, warehouses, log } = this.#options;
    const actor = systemIn(due.tenantId);
    const { asOf } = await warehouses.state(actor);
    const found = await database.withTenant(actor, (tx) => this.#read(tx, asOf));
    if (!found) return;
    const { target, content, rows, version } = found;
    if (due.content === content && due.issue === null) {
      const same = { content, written: false, issue: null, failures: 0, nextMs: SETTLED_MS };
      return database.withTenant(actor, (tx) => saveOutcome(tx, due, same));
    }
    const issue = await engine.parameterTables.write(target, rows);
    if (issue) noteJobFailure('NOT_WRITTEN');
    const failures = issue ? due.failures + 1 : 0;
    const table = `${target.schema}.${target.table}`;
    await database.withTenant(actor, async (tx) => {
      await saveOutcome(tx, due, {
        content: issue ? null : content,
        written: issue === null,
        issue: issue?.message ?? null,
        failures,
        nextMs: issue ? retryAfter(failures, this.#retryMs) : SETTLED_MS,
      });
      // The same failure again is no news.
      if (issue === null || issue.message !== due.issue)
        await writeRecord(tx, actor, {
          action: 'parameter.write-table',
          outcome: issue ? 'failed' : 'done',
          target: table,
          details: issue ? { version, issue: issue.message } : { version, rows: rows.length },
        });
      await publish(tx, { kind: 'parameter-table', to: { tenants: [tx.tenantId] } });
    });
    if (issue) log.warn({ tenant: due.tenantId, issue: issue.message }, 'could not write parameters to a warehouse');
  }

  /** What belongs into the table; null where there is none any more. */
  async #read(tx: TenantTx, asOf: string | null) {
    const connection = await this.#options.connections.findActive(tx);
    if (!connection?.parameters) {
      await removeTable(tx);
      return null;
    }
    const newest = await newestModel(tx);
    const settings = await loadTenantSettings(tx);
    const target = connection.parameters;
    const day = asOf ?? withTenantSettings({ tenant: tx.tenantId }, settings).today!;
    const rows = newest ? parameterRows(newest.model, settings.parameters, day) : [];
    const content = contentHash(connection.revision, target, rows);
    return { target, rows, content, version: settings.parametersVersion };
  }
}
