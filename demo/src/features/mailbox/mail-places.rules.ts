import type { Mail } from './mail.ts';

/** What a mail is: one that came, one that the user sent, or one that is not sent yet, wherever it is by now. */
export type MailKind = 'received' | 'sent' | 'draft';

type Placed = Pick<Mail, 'origin'>;

/** By the slug of its folder, and where it belongs. */
export function kindOf({ origin }: Placed, slug: string | undefined): MailKind {
  if (slug === 'drafts' || origin === 'drafts') return 'draft';
  return slug === 'sent' || origin === 'sent' ? 'sent' : 'received';
}

/** The folder to which a mail goes back from the archive, spam or the trash. */
export const homeOf = (kind: MailKind): string => ({ received: 'inbox', sent: 'sent', draft: 'drafts' })[kind];

/** Folders in which a mail can be. A draft that is elsewhere could be neither edited nor sent. */
const FOLDERS: Readonly<Record<MailKind, readonly string[]>> = {
  received: ['inbox', 'archive', 'spam', 'trash'],
  sent: ['sent', 'archive', 'trash'],
  draft: ['drafts', 'trash'],
};

/** The folders to which all of some mails can be moved; some of them may be there already. */
export const commonFolders = (kinds: readonly MailKind[]): ReadonlySet<string> =>
  new Set(Object.values(FOLDERS).flat().filter((slug) => kinds.every((kind) => FOLDERS[kind].includes(slug)))); // prettier-ignore
