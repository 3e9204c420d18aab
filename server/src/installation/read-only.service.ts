import type { Logger } from 'pino';
import { SYSTEM } from '../kernel/actor.ts';
import { writeRecord } from '../kernel/audit.ts';
import type { Database, Listening, ReadOnly } from '../kernel/database/database.ts';
import { publish } from '../kernel/events.ts';
import { findReadOnly, INSTALLATION_CHANNEL, saveReadOnly } from './installation.sql.ts';

/** Where a notification was lost. */
const LOOK_MS = 5000;

/** Keeps a server's `database.readOnly` as the operator's switch is, in each process of the installation. */
export class ReadOnlySwitch {
  readonly #database: Database;
  readonly #log: Logger;
  #listening: Listening | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor({ database, log }: { database: Database; log: Logger }) {
    this.#database = database;
    this.#log = log;
  }

  /** Resolves once the switch is known: before that, nothing is served and no job runs. */
  async start(): Promise<void> {
    await this.#look();
    const look = () => void this.#look().catch((error: unknown) => this.#warn(error));
    this.#listening = await this.#database.listen(INSTALLATION_CHANNEL, look);
    this.#timer = setInterval(look, LOOK_MS).unref();
  }

  async close(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.#listening?.stop();
  }

  async #look(): Promise<void> {
    this.#database.readOnly = await readOnlyState(this.#database);
  }

  /** What was known holds until the database answers. */
  #warn(error: unknown): void {
    this.#log.warn({ reason: (error as Error).message }, 'could not look whether the installation is read-only');
  }
}

export function readOnlyState(database: Database): Promise<ReadOnly | null> {
  return database.withGlobal(SYSTEM, findReadOnly, 'reads');
}

/** Switches it on with the reason that pages show, or off with null: in all servers, at once. */
export async function setReadOnly(
  database: Database,
  change: { reason: string | null; operator: string },
): Promise<void> {
  await database.withGlobal(SYSTEM, async (tx) => {
    await saveReadOnly(tx, change.reason);
    await publish(tx, { kind: 'installation', to: 'everybody' });
    await writeRecord(tx, SYSTEM, {
      action: change.reason === null ? 'installation.read-only-off' : 'installation.read-only-on',
      outcome: 'done',
      details: change,
    });
  });
}
