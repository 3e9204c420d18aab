import {
  birthdayOf,
  type ContactDraft,
  countryNamed,
  emptyDraft,
  type FileContext,
  splitNumber,
  wholeNumber,
} from './contact-draft.ts';

/** vCards as phones and mail programs write and read them: versions 2.1 (as read), 3.0 (RFC 2426) and 4.0 (RFC 6350). */

const MOST_OCTETS = 75;

const escaped = (text: string) => text.replaceAll(/[\\,;]/g, '\\$&').replaceAll(/\r?\n/g, '\\n');
const unescaped = (text: string) =>
  text.replaceAll(/\\([\\,;:nN])/g, (_, letter: string) => (/n/i.test(letter) ? '\n' : letter));

/** Lines are folded at 75 octets, never within a character. */
function folded(line: string): string {
  const encoder = new TextEncoder();
  let result = '';
  let octets = 0;
  for (const character of line) {
    const { length } = encoder.encode(character);
    if (octets + length > MOST_OCTETS) {
      result += '\r\n ';
      octets = 1;
    }
    result += character;
    octets += length;
  }
  return result;
}

type Kind = 'work' | 'home' | 'mobile';
const TYPES: Readonly<Record<Kind, string>> = { work: 'WORK', home: 'HOME', mobile: 'CELL' };

function typeOf(label: string, { labels }: FileContext): string {
  const kind = (Object.keys(TYPES) as Kind[]).find((each) => labels[each] === label);
  if (kind) return `;TYPE=${TYPES[kind]}`;
  const plain = label.replaceAll(/[";:,\r\n]/g, ' ').trim();
  return plain === '' ? '' : `;TYPE="${plain}"`;
}

function linesOf(contact: ContactDraft, context: FileContext): string[] {
  const words = contact.name.trim().split(/\s+/);
  const [firstName, lastName] = [words.slice(0, -1).join(' '), words.at(-1)!];
  const names = words.length > 1 ? [lastName, firstName] : ['', lastName];
  const picture = /^data:image\/(jpeg|png);base64,(.+)$/.exec(contact.avatar ?? '');
  return [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `FN:${escaped(contact.name)}`,
    `N:${names.map(escaped).join(';')};;;`,
    ...(contact.company ? [`ORG:${escaped(contact.company)}`] : []),
    ...(contact.title ? [`TITLE:${escaped(contact.title)}`] : []),
    ...contact.emails.map(({ email, label }) => `EMAIL${typeOf(label, context)}:${escaped(email)}`),
    ...contact.phoneNumbers.map(
      (phone) => `TEL${typeOf(phone.label, context)}:${escaped(wholeNumber(phone, context))}`,
    ),
    ...(contact.address ? [`ADR:;;${escaped(contact.address)};;;;`] : []),
    ...(contact.birthday ? [`BDAY:${contact.birthday.slice(0, 10)}`] : []),
    ...(contact.notes ? [`NOTE:${escaped(contact.notes)}`] : []),
    ...(contact.tags.length > 0 ? [`CATEGORIES:${contact.tags.map(escaped).join(',')}`] : []),
    ...(picture ? [`PHOTO;ENCODING=b;TYPE=${picture[1]!.toUpperCase()}:${picture[2]}`] : []),
    'END:VCARD',
  ];
}

export const writeVCards = (contacts: readonly ContactDraft[], context: FileContext): string =>
  contacts.flatMap((contact) => linesOf(contact, context).map((line) => `${folded(line)}\r\n`)).join('');

interface Property {
  readonly name: string;
  /** Lower-case. */
  readonly types: readonly string[];
  readonly isEncoded: boolean;
  readonly value: string;
}

function quotedPrintable(text: string): string {
  const octets = [...text.matchAll(/=([0-9a-f]{2})|([\s\S])/gi)].flatMap(([, hex, letter]) =>
    hex ? [Number.parseInt(hex, 16)] : [...new TextEncoder().encode(letter)],
  );
  return new TextDecoder().decode(new Uint8Array(octets));
}

function propertyOf(line: string): Property | null {
  const found = /^(?:[\w-]+\.)?([\w-]+)((?:;(?:"[^"]*"|[^":])*)?):(.*)$/s.exec(line);
  if (!found) return null;
  const params = found[2]!.split(';').slice(1);
  const values = (name: string) =>
    params.filter((param) => param.toUpperCase().startsWith(`${name}=`)).map((param) => param.slice(name.length + 1));
  const encoding = values('ENCODING').join().toUpperCase();
  const isQuoted = encoding === 'QUOTED-PRINTABLE' || params.some((param) => /^quoted-printable$/i.test(param));
  // Version 2.1 has types without a name.
  const types = [
    ...values('TYPE').flatMap((value) => value.replaceAll('"', '').split(',')),
    ...params.filter((param) => !param.includes('=')),
  ];
  return {
    name: found[1]!.toUpperCase(),
    types: types.map((type) => type.trim()).filter(Boolean),
    isEncoded: /^(B|BASE64)$/.test(encoding),
    value: isQuoted ? quotedPrintable(found[3]!) : found[3]!,
  };
}

/** The parts of a value, split where the separator is not escaped. */
const partsOf = (value: string, separator: ';' | ',') =>
  value.split(new RegExp(String.raw`(?<!\\)${separator}`)).map((part) => unescaped(part).trim());

const IGNORED = /^(pref|internet|voice|x-.*|quoted-printable)$/i;

function labelOf({ types }: Property, { labels }: FileContext): string {
  const named = types.filter((type) => !IGNORED.test(type));
  const kind = (Object.keys(TYPES) as Kind[]).find((each) => named.some((type) => type.toUpperCase() === TYPES[each]));
  return kind ? labels[kind] : (named[0] ?? '');
}

function pictureOf({ value, isEncoded, types }: Property): string | null {
  if (/^data:image\/(jpeg|png);base64,/.test(value)) return value;
  const type = types.map((each) => each.toLowerCase()).find((each) => /^(jpeg|jpg|png)$/.test(each));
  return isEncoded && type ? `data:image/${type.replace('jpg', 'jpeg')};base64,${value.replaceAll(/\s/g, '')}` : null;
}

/** The place of the country among the parts of an address. */
const COUNTRY = 6;

function draftOf(properties: readonly Property[], context: FileContext): ContactDraft | null {
  const all = (name: string) => properties.filter((property) => property.name === name && property.value.trim() !== '');
  const text = (name: string) => unescaped(all(name)[0]?.value ?? '').trim() || null;
  const [lastName = '', firstName = ''] = partsOf(all('N')[0]?.value ?? '', ';');
  const organization = partsOf(all('ORG')[0]?.value ?? '', ';')
    .filter(Boolean)
    .join(', ');
  const email = all('EMAIL')[0]?.value;
  const name = text('FN') ?? (`${firstName} ${lastName}`.trim() || organization || email);
  if (!name) return null;
  const address = partsOf(all('ADR')[0]?.value ?? '', ';');
  const country = countryNamed(address[COUNTRY] ?? '', context);
  return {
    ...emptyDraft(name),
    avatar: all('PHOTO').map(pictureOf)[0] ?? null,
    emails: all('EMAIL').map((property) => ({
      email: unescaped(property.value).trim(),
      label: labelOf(property, context),
    })),
    phoneNumbers: all('TEL').map((property) => ({
      ...splitNumber(unescaped(property.value), context, country),
      label: labelOf(property, context),
    })),
    title: text('TITLE'),
    company: organization || null,
    birthday: birthdayOf(text('BDAY') ?? '', context),
    address: address.filter(Boolean).join(', ') || null,
    notes: text('NOTE'),
    tags: all('CATEGORIES').flatMap(({ value }) => partsOf(value, ',').filter(Boolean)),
  };
}

/** The contacts of a file, without those that have no name at all. */
export function readVCards(file: string, context: FileContext): ContactDraft[] {
  const lines = file
    // Soft line breaks of quoted-printable values, then folded lines.
    .replaceAll(/(;[^\r\n:]*quoted-printable[^\r\n:]*:(?:[^\r\n]*=\r?\n)+)/gi, (value) =>
      value.replaceAll(/=\r?\n/g, ''),
    )
    .replaceAll(/\r?\n[ \t]/g, '')
    .split(/\r?\n/);
  const drafts: ContactDraft[] = [];
  let card: Property[] | null = null;
  for (const line of lines) {
    const property = propertyOf(line);
    if (!property) continue;
    const { name, value } = property;
    if (name === 'BEGIN' && /^vcard$/i.test(value.trim())) card = [];
    else if (name === 'END' && card) {
      const draft = draftOf(card, context);
      if (draft) drafts.push(draft);
      card = null;
    } else card?.push(property);
  }
  return drafts;
}
