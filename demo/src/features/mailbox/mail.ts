import { call, type CallArguments, type CallResult } from '../../client/client.ts';

export type Mail = NonNullable<CallResult<'GET /api/apps/mailbox/mail'>>;
export type MailPage = CallResult<'GET /api/apps/mailbox/mails'>;
export type MailChange = CallArguments<'PATCH /api/apps/mailbox/mail'>['body']['mail'];
export type MailLabel = CallResult<'GET /api/apps/mailbox/labels'>[number];
export type MailFolder = CallResult<'GET /api/apps/mailbox/folders'>[number];
export type Attachment = Mail['attachments'][number];

export const saveMail = (id: string, mail: MailChange): Promise<Mail | null> =>
  call('PATCH /api/apps/mailbox/mail', { body: { id, mail } });

/** Changes mails; what is returned changes them back. */
export async function changeMails(mails: readonly Mail[], changeOf: (mail: Mail) => MailChange) {
  await Promise.all(mails.map((mail) => saveMail(mail.id, changeOf(mail))));
  return () =>
    Promise.all(
      mails.map((mail) => {
        const names = Object.keys(changeOf(mail)) as (keyof Mail)[];
        return saveMail(mail.id, Object.fromEntries(names.map((name) => [name, mail[name]])));
      }),
    );
}

const restore = (ids: readonly string[]) => call('POST /api/apps/mailbox/restore', { body: { ids: [...ids] } });

/** Deletes mails that are in the trash; what is returned puts them back as they were. */
export async function deleteMails(mails: readonly Mail[]) {
  await Promise.all(mails.map(({ id }) => call('DELETE /api/apps/mailbox/mail', { query: { id } })));
  return () => restore(mails.map(({ id }) => id));
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
