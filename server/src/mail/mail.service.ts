import type { Logger } from 'pino';
import { startWorker } from '../jobs/worker.ts';
import type { Database } from '../kernel/database.ts';
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
  /** Where messages to the operators go. */
  readonly contactEmail: string;
  /** A transaction that wrote mail has committed. */
  wake(): void;
  close(): Promise<void>;
}

/** Begins to deliver what is in the outbox; null where it is not configured to whom and through what. */
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
