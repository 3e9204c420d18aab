import { fold } from '@rise/contract/fold';
import { wordsOf } from '../../simulation/words.ts';
import type { Contact } from './contact.ts';

/** What the list is narrowed to, as it is in the address. */
export interface ContactFilter {
  readonly query: string;
  readonly tags: readonly string[];
}

export const readFilter = (search: Readonly<Record<string, string | undefined>>): ContactFilter => ({
  query: (search['q'] ?? '').trim(),
  tags: (search['tag'] ?? '').split(',').filter(Boolean),
});

export const isNarrowed = ({ query, tags }: ContactFilter): boolean => query !== '' || tags.length > 0;

/** The folded texts of contacts. Folding is slow, and a search looks at all contacts with each key. */
const folded = new WeakMap<Contact, string>();

function textOf(contact: Contact): string {
  const known = folded.get(contact);
  if (known !== undefined) return known;
  const { name, title, company, address, emails, phoneNumbers } = contact;
  const text = fold([name, title, company, address, ...emails.map(({ email }) => email)].join('\n'));
  // Numbers are found with and without their spaces.
  const numbers = phoneNumbers.map(({ phoneNumber }) => `${phoneNumber}\n${phoneNumber.replaceAll(/\D/g, '')}`);
  const whole = [text, ...numbers].join('\n');
  folded.set(contact, whole);
  return whole;
}

/** The contacts that a filter leaves: those with every word of the search, and one of the tags. */
export function narrowed(contacts: readonly Contact[], filter: ContactFilter): readonly Contact[] {
  if (!isNarrowed(filter)) return contacts;
  const words = wordsOf(fold(filter.query));
  return contacts.filter(
    (contact) =>
      (filter.tags.length === 0 || contact.tags.some((tag) => filter.tags.includes(tag))) &&
      words.every((word) => textOf(contact).includes(word)),
  );
}
