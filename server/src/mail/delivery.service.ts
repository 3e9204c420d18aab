import { SYSTEM } from '../kernel/actor.ts';
import { noteJobFailure, traceJob } from '../jobs/trace-job.ts';
import type { Database, GlobalTx } from '../kernel/database/database.ts';
import type { MailServer } from './mail-server.ts';
import { isRefusedForGood, reasonOf, waitAfter } from './outbox.rules.ts';
import { deleteAttachments, findAttachments, markFailed, markSent, takeDue, type DueMail } from './outbox.sql.ts';

export interface DeliveryOptions {
  readonly database: Database;
  readonly server: MailServer;
  /** Called with each failed attempt. */
  readonly onFailure: (failure: { messageId: string; reason: string; abandoned: boolean }) => void;
}

/**
 * Delivers one due mail to the mail server; returns whether there was one. The lock on its row is the lease: it lasts
 * as long as the transaction, and ends with this process in any case. A mail is marked as sent right after it was
 * accepted; a process that is killed in between sends it again, under the same Message-ID.
 */
export function deliverNext({ database, server, onFailure }: DeliveryOptions, signal: AbortSignal): Promise<boolean> {
  return database.withGlobal(SYSTEM, async (tx) => {
    const mail = await takeDue(tx);
    if (!mail) return false;
    await traceJob('mail', mail.tenantId, () => deliver(tx, mail, { server, onFailure }, signal));
    return true;
  });
}

async function deliver(
  tx: GlobalTx,
  mail: DueMail,
  { server, onFailure }: Pick<DeliveryOptions, 'server' | 'onFailure'>,
  signal: AbortSignal,
): Promise<void> {
  const error = await server.send({ ...mail, attachments: await findAttachments(tx, mail.id) }, signal).then(
    () => null,
    (caught: unknown) => caught ?? new Error('refused'),
  );
  if (error === null) {
    await markSent(tx, mail.id);
    await deleteAttachments(tx, mail.id);
    return;
  }
  signal.throwIfAborted();
  const reason = reasonOf(error);
  const waitMs = isRefusedForGood(error) ? null : waitAfter(mail.attempts + 1);
  await markFailed(tx, mail.id, reason, waitMs);
  noteJobFailure(error);
  onFailure({ messageId: mail.messageId, reason, abandoned: waitMs === null });
}
