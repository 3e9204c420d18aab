import { GoneError } from '../../client/changes.ts';
import { call, type CallArguments, type CallResult } from '../../client/client.ts';

export type Mail = NonNullable<CallResult<'GET /api/apps/mailbox/mail'>>;
export type MailPage = CallResult<'GET /api/apps/mailbox/mails'>;
export type MailChange = CallArguments<'PATCH /api/apps/mailbox/mail'>['body']['mail'];
export type MailLabel = CallResult<'GET /api/apps/mailbox/labels'>[number];
export type MailFolder = CallResult<'GET /api/apps/mailbox/folders'>[number];
export type Attachment = Mail['attachments'][number];

export const saveMail = (id: string, mail: MailChange): Promise<Mail | null> =>
  call('PATCH /api/apps/mailbox/mail', { body: { id, mail } });

/** Mails as they are stored by now, without those that are gone. */
export async function readMails(ids: readonly string[]): Promise<Mail[]> {
  const mails = await Promise.all(ids.map((id) => call('GET /api/apps/mailbox/mail', { query: { id } })));
  return mails.filter((mail) => mail !== null);
}

interface ChangedMail {
  readonly id: string;
  readonly mail: MailChange;
}

const saveMails = (mails: ChangedMail[]) => call('PATCH /api/apps/mailbox/mails', { body: { mails } });

/** Changes mails, all in one call; what is returned changes them back. */
export async function changeMails(mails: readonly Mail[], changeOf: (mail: Mail) => MailChange) {
  await saveMails(mails.map((mail) => ({ id: mail.id, mail: changeOf(mail) })));
  const formerOf = (mail: Mail) => {
    const names = Object.keys(changeOf(mail)) as (keyof Mail)[];
    return Object.fromEntries(names.map((name) => [name, mail[name]]));
  };
  return () => saveMails(mails.map((mail) => ({ id: mail.id, mail: formerOf(mail) })));
}

async function restore(ids: readonly string[]): Promise<void> {
  const restored = await call('POST /api/apps/mailbox/restore', { body: { ids: [...ids] } });
  if (restored.length < ids.length) throw new GoneError(`${ids.length - restored.length} can't be restored.`);
}

/** Deletes mails that are in the trash, all in one call; what is returned puts them back as they were. */
export async function deleteMails(mails: readonly Mail[]) {
  const ids = await call('DELETE /api/apps/mailbox/mails', { body: { ids: mails.map(({ id }) => id) } });
  return () => restore(ids);
}

/** Deletes all mails in the trash. */
export async function emptyTrash() {
  const ids = await call('DELETE /api/apps/mailbox/trash');
  return { count: ids.length, undo: () => restore(ids) };
}

/** A mail as it will be, before the call returns. */
export const changed = (mail: Mail, change: MailChange): Mail => ({ ...mail, ...(change as Partial<Mail>) });

/** Of one line, for lists. */
export const excerptOf = ({ content }: Pick<Mail, 'content'>): string =>
  content.slice(0, 300).replaceAll(/\s+/g, ' ').trim();
