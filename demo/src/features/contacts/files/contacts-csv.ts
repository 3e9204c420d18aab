import { fold } from '@rise/contract/fold';
import { csvFile } from '@rise/shell/files';
import { parse } from 'csv-parse/browser/esm/sync';
import {
  birthdayOf,
  type ContactDraft,
  countryNamed,
  emptyDraft,
  type FileContext,
  splitNumber,
  wholeNumber,
} from './contact-draft.ts';

type Column =
  | 'name'
  | 'givenName'
  | 'familyName'
  | 'title'
  | 'company'
  | 'email'
  | 'phone'
  | 'address'
  | 'country'
  | 'birthday'
  | 'notes'
  | 'tags';

/** Names of columns as address books write them, folded. */
const COLUMNS: Readonly<Record<string, Column>> = {
  name: 'name', 'full name': 'name', 'display name': 'name', ad: 'name', 'ad soyad': 'name',
  'first name': 'givenName', 'given name': 'givenName', 'last name': 'familyName', 'family name': 'familyName', surname: 'familyName', soyad: 'familyName', soyadi: 'familyName',
  title: 'title', 'job title': 'title', role: 'title', gorev: 'title', unvan: 'title', 'organization 1 - title': 'title',
  company: 'company', organization: 'company', 'organization 1 - name': 'company', 'organization name': 'company', kurum: 'company', sirket: 'company',
  address: 'address', 'address 1 - formatted': 'address', 'home address': 'address', adres: 'address',
  country: 'country', 'country/region': 'country', 'home country': 'country', 'address 1 - country': 'country', ulke: 'country',
  birthday: 'birthday', 'date of birth': 'birthday', 'dogum gunu': 'birthday', 'dogum tarihi': 'birthday',
  notes: 'notes', note: 'notes', notlar: 'notes', not: 'notes',
  tags: 'tags', labels: 'tags', categories: 'tags', etiketler: 'tags',
}; // prettier-ignore
const EMAIL = /^(e-?mail|e-?posta)( address| adresi)?( \d+)?( - value)?$/;
const PHONE = /^(.* )?(phone|telefon|mobile|cep|tel)( number| numarasi)?( \d+)?( - value)?$/;

function columnOf(head: string): Column | null {
  const name = fold(head.trim());
  if (EMAIL.test(name)) return 'email';
  return COLUMNS[name] ?? (PHONE.test(name) ? 'phone' : null);
}

export interface CsvHeads {
  readonly name: string;
  readonly title: string;
  readonly company: string;
  readonly email: string;
  readonly phone: string;
  readonly address: string;
  readonly birthday: string;
  readonly notes: string;
  readonly tags: string;
}

/** One line a contact, with as many columns for e-mails and phones as the contact with the most has. */
export function writeCsv(contacts: readonly ContactDraft[], heads: CsvHeads, context: FileContext): string {
  const most = (count: (contact: ContactDraft) => number) => Math.max(1, ...contacts.map(count));
  const [emails, phones] = [most((each) => each.emails.length), most((each) => each.phoneNumbers.length)];
  const numbered = (head: string, count: number) => Array.from({ length: count }, (_, index) => `${head} ${index + 1}`);
  return csvFile({
    head: [
      heads.name,
      heads.title,
      heads.company,
      ...numbered(heads.email, emails),
      ...numbered(heads.phone, phones),
      heads.address,
      heads.birthday,
      heads.notes,
      heads.tags,
    ],
    rows: contacts.map((contact) => [
      contact.name,
      contact.title,
      contact.company,
      ...Array.from({ length: emails }, (_, index) => contact.emails[index]?.email ?? ''),
      ...Array.from({ length: phones }, (_, index) => {
        const phone = contact.phoneNumbers[index];
        return phone ? wholeNumber(phone, context) : '';
      }),
      contact.address,
      contact.birthday?.slice(0, 10),
      contact.notes,
      contact.tags.join('; '),
    ]),
  });
}

/** A leading apostrophe keeps a spreadsheet from taking a text, such as a phone number, for a formula. */
const plain = (cell: string) => cell.trim().replace(/^'(?=[=+\-@])/, '');

/** The contacts of a file, without lines that have no name. Null where no column is a name. */
export function readCsv(file: string, context: FileContext): ContactDraft[] | null {
  const delimiter = (file.split('\n', 1)[0] ?? '').includes(';') ? ';' : ',';
  const [head = [], ...rows] = parse(file, {
    bom: true,
    delimiter,
    relax_column_count: true,
    skip_empty_lines: true,
  }) as string[][];
  const columns = head.map(columnOf);
  if (!columns.some((column) => column === 'name' || column === 'givenName' || column === 'familyName')) return null;
  const bornHead = head[columns.indexOf('birthday')]?.trim();
  return rows.flatMap((row): ContactDraft[] => {
    const all = (column: Column) =>
      row
        .filter((_, index) => columns[index] === column)
        .map(plain)
        .filter(Boolean);
    const one = (column: Column) => all(column)[0] ?? null;
    const name = one('name') ?? [one('givenName'), one('familyName')].filter(Boolean).join(' ');
    if (name === '') return [];
    const born = one('birthday');
    const birthday = birthdayOf(born ?? '', context);
    const country = countryNamed(one('country') ?? '', context);
    return [
      {
        ...emptyDraft(name),
        title: one('title'),
        company: one('company'),
        emails: all('email').map((email) => ({ email, label: '' })),
        phoneNumbers: all('phone').map((phone) => ({ ...splitNumber(phone, context, country), label: '' })),
        address: one('address'),
        birthday,
        // What is no day is not lost.
        notes:
          [one('notes'), birthday === null && born !== null ? `${bornHead}: ${born}` : null]
            .filter(Boolean)
            .join('\n') || null,
        tags: all('tags')
          .flatMap((tags) => tags.split(/[;,]| ::: /).map((tag) => tag.trim()))
          .filter(Boolean),
      },
    ];
  });
}
