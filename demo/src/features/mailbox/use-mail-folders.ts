import { useDemoQuery } from '../../client/queries.ts';
import { kindOf, type MailKind } from './mail-places.rules.ts';
import type { Mail, MailFolder } from './mail.ts';

const NONE: readonly MailFolder[] = [];

/** The folders, and in which of them a mail is; `slugOf` is undefined while they load. */
export function useMailFolders() {
  const { data: folders = NONE } = useDemoQuery('mailbox', 'GET /api/apps/mailbox/folders');
  const slugOf = ({ folder }: Pick<Mail, 'folder'>): string | undefined =>
    folders.find(({ id }) => id === folder)?.slug;
  return {
    folders,
    idOf: (slug: string): string | undefined => folders.find((folder) => folder.slug === slug)?.id,
    slugOf,
    kindOf: (mail: Pick<Mail, 'folder' | 'origin'>): MailKind => kindOf(mail, slugOf(mail)),
  };
}
