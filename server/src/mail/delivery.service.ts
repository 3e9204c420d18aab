import { SYSTEM } from '../kernel/actor.ts';
import type { Database } from '../kernel/database.ts';
import type { MailServer } from './mail-server.ts';
import { isRefusedForGood, reasonOf, waitAfter } from './outbox.rules.ts';
import { markFailed, markSent, takeDue } from './outbox.sql.ts';

export interface DeliveryOptions {
  readonly database: Database;
  readonly server: MailServer;
  /** Told each attempt in vain. */
  readonly onFailure: (failure: { messageId: string; reason: string; givenUp: boolean }) => void;
}

/**
 * Hands one due mail to the mail server; answers whether there was one. The lock on its row is the lease: it lasts as
 * long as the transaction, and ends with this process, however that ends. A mail is marked as sent in the very next
 * step after it was accepted; whoever is killed between the two sends it again, under the same Message-ID.
 */
export function deliverNext({ database, server, onFailure }: DeliveryOptions, signal: AbortSignal): Promise<boolean> {
  return database.withGlobal(SYSTEM, async (tx) => {
    const mail = await takeDue(tx);
    if (!mail) return false;
    const error = await server.send(mail, signal).then(
      () => null,
      (caught: unknown) => caught ?? new Error('refused'),
    );
    if (error === null) {
      await markSent(tx, mail.id);
      return true;
    }
    signal.throwIfAborted();
    const reason = reasonOf(error);
    const waitMs = isRefusedForGood(error) ? null : waitAfter(mail.attempts + 1);
    await markFailed(tx, mail.id, reason, waitMs);
    onFailure({ messageId: mail.messageId, reason, givenUp: waitMs === null });
    return true;
  });
}
