import { fold } from '@rise/contract/fold';
import { NEW_CONTACT_NAME } from '../../simulation/groups/contacts/empty-contact.ts';
import { groupBy } from '../../components/group-by.ts';
import type { Contact } from './contact.ts';

/** Like what is compared: contacts that exist, and those of a file. */
type Comparable = Pick<Contact, 'name' | 'emails' | 'phoneNumbers'>;

const UNNAMED = new Set<string>(Object.values(NEW_CONTACT_NAME));

/** The fewest digits of a number that says who it is. */
const LEAST_DIGITS = 7;

/** What two contacts of one person have in common: name, an e-mail address, or a phone number. */
function keysOf({ name, emails, phoneNumbers }: Comparable): string[] {
  const numbers = phoneNumbers.map(({ phoneNumber }) => phoneNumber.replaceAll(/\D/g, ''));
  const words = fold(name).split(/\s+/).filter(Boolean);
  const hasName = words.length > 0 && !UNNAMED.has(name);
  return [
    ...(hasName ? [`name ${words.toSorted().join(' ')}`] : []),
    ...emails.map(({ email }) => `email ${fold(email.trim())}`),
    ...numbers.filter(({ length }) => length >= LEAST_DIGITS).map((number) => `phone ${number}`),
  ];
}

/** Contacts that seem to be the same person, each group in the order of the list. */
export function findDuplicates(contacts: readonly Contact[]): Contact[][] {
  // A forest: contacts with a key in common are in one tree, whose root stands for their group.
  const parents = contacts.map((_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (parents[root] !== root) root = parents[root] = parents[parents[root]!]!;
    return root;
  };
  const first = new Map<string, number>();
  for (const [index, contact] of contacts.entries())
    for (const key of keysOf(contact)) {
      const other = first.get(key);
      if (other === undefined) first.set(key, index);
      else parents[rootOf(index)] = rootOf(other);
    }
  const groups = groupBy(
    contacts.map((contact, index) => ({ contact, root: String(rootOf(index)) })),
    ({ root }) => root,
  );
  return groups.filter(([, { length }]) => length > 1).map(([, group]) => group.map(({ contact }) => contact));
}

/** Which of some contacts are known already. */
export function findKnown<T extends Comparable>(found: readonly T[], contacts: readonly Contact[]): Set<T> {
  const known = new Set(contacts.flatMap(keysOf));
  return new Set(found.filter((each) => keysOf(each).some((key) => known.has(key))));
}

function joined<T>(lists: readonly (readonly T[])[], keyOf: (item: T) => string): T[] {
  const items = new Map<string, T>();
  for (const item of lists.flat()) if (!items.has(keyOf(item))) items.set(keyOf(item), item);
  return [...items.values()];
}

/** One contact of several: of each field the first that is filled in, and all addresses, numbers, notes and tags. */
export function merged([first, ...others]: readonly [Contact, ...Contact[]]): Contact {
  const all = [first, ...others];
  const filled = <K extends keyof Contact>(field: K) =>
    all.map((each) => each[field]).find((value) => value !== null) ?? null;
  const notes = [...new Set(all.flatMap((each) => each.notes ?? []))].join('');
  return {
    ...first,
    avatar: filled('avatar'),
    background: filled('background'),
    title: filled('title'),
    company: filled('company'),
    birthday: filled('birthday'),
    address: filled('address'),
    notes: notes || null,
    emails: joined(
      all.map(({ emails }) => emails),
      ({ email }) => fold(email.trim()),
    ),
    phoneNumbers: joined(
      all.map(({ phoneNumbers }) => phoneNumbers),
      ({ phoneNumber }) => phoneNumber.replaceAll(/\D/g, ''),
    ),
    tags: [...new Set(all.flatMap(({ tags }) => tags))],
  };
}
