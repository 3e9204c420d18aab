import type { Logger } from 'pino';
import { BackgroundWorker } from '../jobs/worker.ts';
import type { Database } from '../kernel/database/database.ts';
import { deliverNext } from './delivery.service.ts';
import { MailServer } from './mail-server.ts';

const REST_MS = 30_000;

export interface MailOptions {
  readonly smtpUrl: URL;
  readonly contactEmail: string;
  readonly database: Database;
  readonly log: Logger;
}

/** Delivers the outbox in the background. */
export class MailService {
  /** Recipient of messages to the operators. */
  readonly contactEmail: string;
  readonly #worker: BackgroundWorker;

  constructor({ smtpUrl, contactEmail, database, log }: MailOptions) {
    this.contactEmail = contactEmail;
    const server = new MailServer(smtpUrl, contactEmail);
    const onFailure = (failure: object) => log.warn(failure, 'mail not delivered');
    this.#worker = new BackgroundWorker({
      database,
      work: (signal) => deliverNext({ database, server, onFailure }, signal),
      restMs: REST_MS,
      onError: (error) => log.warn({ reason: (error as Error).message }, 'mail waits for the database'),
    });
  }

  /** Called when a transaction that wrote mail has committed. */
  wake(): void {
    this.#worker.wake();
  }

  close(): Promise<void> {
    return this.#worker.close();
  }
}
