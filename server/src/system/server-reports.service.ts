import { hostname } from 'node:os';
import type { Logger } from 'pino';
import { thisProcess } from '../imports/this-process.ts';
import { BackgroundWorker } from '../jobs/worker.ts';
import { SYSTEM } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { deleteOldReports, deleteReport, deleteReports, saveReport } from './health.sql.ts';
import { ServerMeter, type FigureSources } from './server-figures.ts';

const REPORT_MS = 15_000;
/** A server that was killed is listed for so long. */
const LOST_HOURS = 24;

export interface ServerReportsOptions extends FigureSources {
  readonly database: Database;
  readonly version: string;
  readonly log: Pick<Logger, 'warn'>;
}

/** Writes what this server says of itself, for the page that shows all of them; also while the installation is read-only. */
export class ServerReports {
  readonly #options: ServerReportsOptions;
  readonly #startedAt = new Date();
  readonly #meter: ServerMeter;
  #worker: BackgroundWorker | null = null;

  constructor(options: ServerReportsOptions) {
    this.#options = options;
    this.#meter = new ServerMeter(options);
  }

  /** Resolves once this server is listed. */
  async start(): Promise<void> {
    await this.write();
    const { log } = this.#options;
    this.#worker = new BackgroundWorker({
      work: async () => {
        await this.write();
        return false;
      },
      restMs: REPORT_MS,
      onError: (error) => log.warn({ reason: (error as Error).message }, 'could not report the health of this server'),
    });
  }

  async write(): Promise<void> {
    const { database, version } = this.#options;
    const figures = await this.#meter.read();
    const report = { process: thisProcess(), host: hostname(), pid: process.pid, version, startedAt: this.#startedAt };
    await database.withGlobal(SYSTEM, async (tx) => {
      await saveReport(tx, { ...report, figures });
      await deleteOldReports(tx, LOST_HOURS);
    });
  }

  /** The server ends regularly: it is not listed as lost. */
  async close(): Promise<void> {
    await this.#worker?.close();
    this.#meter.close();
    const { database, log } = this.#options;
    await database
      .withGlobal(SYSTEM, (tx) => deleteReport(tx, thisProcess()))
      .catch((error: Error) => log.warn({ reason: error.message }, 'could not withdraw the report of this server'));
  }
}

/** After a restore: they are servers of the installation that was backed up. */
export async function forgetServers(database: Database): Promise<void> {
  await database.withGlobal(SYSTEM, deleteReports);
}
