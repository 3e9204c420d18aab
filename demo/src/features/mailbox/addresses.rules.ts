/** The addresses of a line; commas in quotes and in angle brackets are part of an address. */
export function splitAddresses(line: string): string[] {
  const parts = line.match(/(?:"[^"]*"|<[^>]*>|[^,;"<])+/g) ?? [];
  return parts.map((part) => part.trim()).filter(Boolean);
}

/** The name in "Name <address>"; the address where there is no name. */
export const nameOf = (contact: string): string =>
  contact.split('<')[0]!.trim().replaceAll(/^"|"$/g, '') || emailOf(contact);

/** The address in "Name <address>", or alone. */
export const emailOf = (contact: string): string => /<([^>]*)>/.exec(contact)?.[1]?.trim() ?? contact.trim();

export const isAddress = (contact: string): boolean => /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;.]+$/.test(emailOf(contact));

export const isSamePerson = (one: string, other: string): boolean =>
  emailOf(one).toLowerCase() === emailOf(other).toLowerCase();

/** Each person once, the first time. */
export const withoutRepeats = (people: readonly string[]): string[] =>
  people.filter((person, index) => people.findIndex((other) => isSamePerson(person, other)) === index);

/** People of a mail as its reader sees them: the reader first. */
export interface Recipients {
  readonly isMe: boolean;
  /** The name of the first one, who is not the reader where `isMe`. */
  readonly first: string;
  readonly others: number;
}

export function recipientsOf(people: readonly string[], me: string): Recipients {
  const isMe = people.some((person) => isSamePerson(person, me));
  const first = people.find((person) => !isSamePerson(person, me));
  return { isMe, first: first === undefined ? '' : nameOf(first), others: Math.max(0, people.length - 1) };
}
