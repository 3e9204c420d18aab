import type { Logger } from 'pino';
import { startWorker } from '../jobs/worker.ts';
import type { Database } from '../kernel/database/database.ts';
import { deliverNext } from './delivery.service.ts';
import { smtpServer } from './mail-server.ts';

const REST_MS = 30_000;

export interface MailOptions {
  readonly smtpUrl: URL | null;
  readonly contactEmail: string | null;
  readonly database: Database;
  readonly log: Logger;
}

export interface OutgoingMail {
  /** Recipient of messages to the operators. */
  readonly contactEmail: string;
  /** Called when a transaction that wrote mail has committed. */
  wake(): void;
  close(): Promise<void>;
}

/** Starts delivering the outbox; null where no recipient or mail server is configured. */
export function openMail({ smtpUrl, contactEmail, database, log }: MailOptions): OutgoingMail | null {
  if (smtpUrl === null || contactEmail === null) return null;
  const server = smtpServer(smtpUrl, contactEmail);
  const onFailure = (failure: object) => log.warn(failure, 'mail not delivered');
  const worker = startWorker({
    work: (signal) => deliverNext({ database, server, onFailure }, signal),
    restMs: REST_MS,
    onError: (error) => log.warn({ reason: (error as Error).message }, 'mail waits for the database'),
  });
  return { contactEmail, ...worker };
}
