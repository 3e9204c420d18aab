import { isSamePerson, splitAddresses, withoutRepeats } from './addresses.rules.ts';
import type { Attachment, Mail } from './mail.ts';

export type ReplyKind = 'reply' | 'reply-all' | 'forward';

/** What a form for a mail begins with. */
export interface MailDraft {
  /** Addresses. */
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly subject: string;
  readonly html: string;
  /** The same as `html`, as plain text. */
  readonly content: string;
  readonly attachments: readonly Attachment[];
}

export const EMPTY_DRAFT: MailDraft = {
  to: [],
  cc: [],
  bcc: [],
  subject: '',
  html: '',
  content: '',
  attachments: [],
};

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Plain text as paragraphs of HTML. */
export function htmlOf(text: string): string {
  const escaped = text.replaceAll(/[&<>]/g, (letter) => ENTITIES[letter]!);
  return escaped
    .split(/\n{2,}/)
    .map((paragraph) => (paragraph === '' ? '' : `<p>${paragraph.replaceAll('\n', '<br>')}</p>`))
    .join('');
}

export const bodyOf = ({ html, content }: Pick<Mail, 'html' | 'content'>): string => html ?? htmlOf(content);

/** A stored draft as its form shows it. */
export const draftOf = (mail: Mail): MailDraft => ({
  to: splitAddresses(mail.to),
  cc: mail.cc,
  bcc: mail.bcc,
  subject: mail.subject,
  html: bodyOf(mail),
  content: mail.content,
  attachments: mail.attachments,
});

/** Marks of answers and forwarded mails, in both languages, so that none is added twice. */
const MARKS = { answer: /^(re|yanıt|ynt):/i, forwarded: /^(fwd?|ilt):/i };

interface ReplyTexts {
  /** Prefix of the subject. */
  readonly prefix: string;
  /** The line above the mail that is quoted. */
  readonly introduction: string;
}

/** An answer to a mail, or the mail for others: with subject, recipients and the mail below what will be written. */
export function replyTo(mail: Mail, kind: ReplyKind, me: string, { prefix, introduction }: ReplyTexts): MailDraft {
  const isForward = kind === 'forward';
  const mark = isForward ? MARKS.forwarded : MARKS.answer;
  const isOwn = isSamePerson(mail.from.contact, me);
  const to = isOwn ? splitAddresses(mail.to) : [mail.from.contact];
  const others = [...splitAddresses(mail.to), ...mail.cc].filter(
    (person) => !isSamePerson(person, me) && !to.some((each) => isSamePerson(each, person)),
  );
  return {
    ...EMPTY_DRAFT,
    to: isForward ? [] : withoutRepeats(to),
    cc: kind === 'reply-all' ? withoutRepeats(isOwn ? mail.cc : others) : [],
    subject: mark.test(mail.subject) ? mail.subject : `${prefix} ${mail.subject}`.trim(),
    html: `<p><br></p>${htmlOf(introduction)}<blockquote>${bodyOf(mail)}</blockquote>`,
    content: `\n\n${introduction}\n\n${mail.content.replaceAll(/^/gm, '> ')}`,
    attachments: isForward ? mail.attachments : [],
  };
}
