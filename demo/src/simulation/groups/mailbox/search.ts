import { fold } from '@rise/contract/fold';
import type { StateOf } from '../../group.ts';
import type { Text } from '../../text.ts';

type Mail = StateOf<'mailbox'>['mails'][number];

const textOf = (text: Text) => (typeof text === 'string' ? text : `${text.en}\n${text.tr}`);

/** Stored mails never change in place, so that each is folded once. */
const folded = new WeakMap<Mail, string>();

function foldedOf(mail: Mail): string {
  let text = folded.get(mail);
  if (text === undefined) {
    const { from, to, cc, bcc, subject, content, attachments } = mail;
    const people = [from.contact, to, ...cc, ...bcc];
    const files = attachments.map(({ name }) => name);
    text = fold([subject, content, ...people, ...files].map(textOf).join('\n'));
    folded.set(mail, text);
  }
  return text;
}

/** The mails with every word of a search, in any case; all of them for a blank one. */
export function searched(mails: readonly Mail[], search: string): readonly Mail[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return mails;
  return mails.filter((mail) => words.every((word) => foldedOf(mail).includes(word)));
}
