import { localize, type Language, type LocalizedText } from '@rise/contract';
import { writeMail, type MailText } from '../mail/mail-document.ts';

/** Further comments of a thread are not mailed to a person for so long: an exchange is not a flood. */
export const QUIET_MINUTES = 15;

/** A comment that a person is notified of. */
export interface MailedComment {
  readonly kind: 'mention' | 'reply';
  readonly author: string;
  readonly text: string;
  readonly report: LocalizedText;
}

const en = {
  mention: (author: string, report: string) => `${author} mentioned you in a comment on “${report}”`,
  reply: (author: string, report: string) => `${author} replied in a thread of yours on “${report}”`,
  open: 'Open the thread',
  why: {
    mention: 'You receive this mail because you were mentioned in the comment.',
    reply: 'You receive this mail because you wrote in the thread.',
  },
  quiet: `Within the next ${QUIET_MINUTES} minutes, further comments in this thread reach you in the portal only.`,
  notifications: 'Choose which mails you receive',
};

const tr: typeof en = {
  mention: (author, report) => `${author}, “${report}” raporundaki bir yorumda sizden bahsetti`,
  reply: (author, report) => `${author}, “${report}” raporunda katıldığınız bir yazışmayı yanıtladı`,
  open: 'Yazışmayı aç',
  why: {
    mention: 'Bu e-postayı, yorumda sizden bahsedildiği için alıyorsunuz.',
    reply: 'Bu e-postayı, yazışmaya katıldığınız için alıyorsunuz.',
  },
  quiet: `Sonraki ${QUIET_MINUTES} dakika içinde bu yazışmadaki yeni yorumlar size yalnızca portalda bildirilir.`,
  notifications: 'Hangi e-postaları alacağınızı seçin',
};

const texts: Record<Language, typeof en> = { en, tr };

/** A comment as a mail, with links to its thread and to the reader's choice of notifications. */
export function commentMail(
  { kind, author, text, report }: MailedComment,
  language: Language,
  links: { thread: URL; notifications: URL },
): MailText {
  const words = texts[language];
  const subject = words[kind](author, localize(report, language));
  return writeMail({
    language,
    subject,
    blocks: [
      { paragraph: `${subject}:` },
      { quote: text },
      { link: words.open, url: links.thread },
      { paragraph: `${words.why[kind]} ${words.quiet}` },
      { link: words.notifications, url: links.notifications },
    ],
  });
}
