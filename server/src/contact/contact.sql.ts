import type { GlobalTx } from '../kernel/database/database.ts';
import type { StoredMessage } from './contact.mails.ts';

export interface SenderRow {
  firstName: string;
  lastName: string;
  email: string;
  tenant: string | null;
}

export function senderOf(tx: GlobalTx, accountId: string, tenantId: string | null): Promise<SenderRow | null> {
  return tx.first<SenderRow>`
    SELECT first_name AS "firstName", last_name AS "lastName", email,
           (SELECT name FROM tenant WHERE id = ${tenantId}) AS tenant
    FROM account WHERE id = ${accountId}`;
}

export async function insertContactMessage(
  tx: GlobalTx,
  from: { accountId: string | null; tenantId: string | null; requestId: string; mailed: boolean },
  stored: StoredMessage,
): Promise<void> {
  const { id, name, email, subject, message, language } = stored;
  await tx.run`
    INSERT INTO contact_message (id, account_id, tenant_id, name, email, subject, message, language, request_id, mailed)
    VALUES (${id}, ${from.accountId}, ${from.tenantId}, ${name}, ${email}, ${subject}, ${message}, ${language},
            ${from.requestId}, ${from.mailed})`;
}

export async function countUnmailed(tx: GlobalTx): Promise<number> {
  const row = await tx.first<{ count: number }>`SELECT count(*) AS count FROM contact_message WHERE NOT mailed`;
  return row!.count;
}
