import { describe, expect, it } from 'vitest';
import { type ContactDraft, emptyDraft, type FileContext, splitNumber } from './contact-draft.ts';
import { readCsv, writeCsv } from './contacts-csv.ts';
import { readVCards, writeVCards } from './vcard.ts';

const country = (iso: string, code: string) => ({ id: iso, iso, name: iso, code, flag: '' });
const CONTEXT: FileContext = {
  countries: [
    { ...country('ca', '+1'), name: 'Canada' },
    country('us', '+1'),
    country('tr', '+90'),
    country('az', '+994'),
  ],
  country: 'us',
  labels: { work: 'Work', home: 'Home', mobile: 'Mobile' },
};
const CAGRI: ContactDraft = {
  ...emptyDraft('Çağrı Öz; Usta, “Ş”'),
  avatar: 'data:image/png;base64,iVBORw0KGgo=',
  emails: [
    { email: 'cagri@post.example', label: 'Work' },
    { email: 'oz@post.example', label: 'Ship' },
  ],
  phoneNumbers: [
    { country: 'tr', phoneNumber: '312 555 01 23', label: 'Mobile' },
    { country: 'us', phoneNumber: '503 555 0123', label: 'Home' },
  ],
  title: 'Captain',
  company: 'Kale Bilişim; Sea',
  birthday: '1980-02-29T00:00:00.000Z',
  address: 'Atatürk Bulvarı No: 12, Çankaya/Ankara',
  notes: `First line\nsecond: with a \\ and ${'a long text of words '.repeat(8).trim()}`,
  tags: ['Friends', 'Sea, land'],
};
const PLAIN = emptyDraft('Ada');

describe('vCards', () => {
  it('are read as they were written, with lines of at most 75 octets', () => {
    const file = writeVCards([CAGRI, PLAIN], CONTEXT);
    for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    expect(readVCards(file, CONTEXT)).toEqual([CAGRI, PLAIN]);
  });

  it('of other programs are read: groups, types without a name, quoted-printable, folded lines, no FN', () => {
    const file = [
      'BEGIN:VCARD',
      'VERSION:2.1',
      'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=87elik;Yusuf=',
      ' Can;;;',
      'TEL;CELL;PREF:+90 (530) 555 01 23',
      'item1.EMAIL;type=INTERNET;type=WORK;type=pref:yusuf@post',
      ' .example',
      'ADR;HOME:;;1 Elm Street;Portland;OR;97214;USA',
      'ORG:Anadolu;Akademi',
      'BDAY:19790405',
      'END:VCARD',
      'no property',
      'BEGIN:VCARD',
      'VERSION:4.0',
      'TEL;VALUE=uri;TYPE="voice,work":tel:+1-503-555-0123',
      'FN:Grace',
      'END:VCARD',
      'BEGIN:VCARD',
      'FN:Lucas',
      'TEL:+1 503 555 0123',
      'ADR:;;1 Queen Street;Toronto;ON;M5H 2M9;Canada',
      'END:VCARD',
      'BEGIN:VCARD',
      'NOTE:Without a name',
      'END:VCARD',
    ].join('\n');
    expect(readVCards(file, CONTEXT)).toEqual([
      {
        ...emptyDraft('Yusuf Can Çelik'),
        emails: [{ email: 'yusuf@post.example', label: 'Work' }],
        phoneNumbers: [{ country: 'tr', phoneNumber: '(530) 555 01 23', label: 'Mobile' }],
        address: '1 Elm Street, Portland, OR, 97214, USA',
        company: 'Anadolu, Akademi',
        birthday: '1979-04-05T00:00:00.000Z',
      },
      { ...emptyDraft('Grace'), phoneNumbers: [{ country: 'us', phoneNumber: '503-555-0123', label: 'Work' }] },
      {
        ...emptyDraft('Lucas'),
        phoneNumbers: [{ country: 'ca', phoneNumber: '503 555 0123', label: '' }],
        address: '1 Queen Street, Toronto, ON, M5H 2M9, Canada',
      },
    ]);
  });
});

describe('CSV', () => {
  const HEADS = {
    name: 'Name',
    title: 'Title',
    company: 'Company',
    email: 'Email',
    phone: 'Phone',
    address: 'Address',
    birthday: 'Birthday',
    notes: 'Notes',
    tags: 'Tags',
  };

  it('is read as it was written, but for pictures and labels, which it does not have', () => {
    const expected = {
      ...CAGRI,
      avatar: null,
      emails: CAGRI.emails.map((email) => ({ ...email, label: '' })),
      phoneNumbers: CAGRI.phoneNumbers.map((phone) => ({ ...phone, label: '' })),
      tags: ['Friends', 'Sea', 'land'],
    };
    expect(readCsv(writeCsv([CAGRI, PLAIN], HEADS, CONTEXT), CONTEXT)).toEqual([expected, PLAIN]);
  });

  it('of other programs is read, also with semicolons and Turkish heads; lines without a name are left out', () => {
    expect(
      readCsv(
        'First Name,Last Name,E-mail 1 - Value,Mobile Phone\nAda,Alvarez,ada@post.example,555 0123\n,,x,\n',
        CONTEXT,
      ),
    ).toEqual([
      {
        ...emptyDraft('Ada Alvarez'),
        emails: [{ email: 'ada@post.example', label: '' }],
        phoneNumbers: [{ country: 'us', phoneNumber: '555 0123', label: '' }],
      },
    ]);
    expect(readCsv('Ad Soyad;E-posta;Doğum günü\nÇağrı;c@post.example;1980-02-29\n', CONTEXT)).toMatchObject([
      { name: 'Çağrı', birthday: '1980-02-29T00:00:00.000Z' },
    ]);
    expect(
      readCsv(
        'Ad Soyad;Doğum günü\nAda;14.03.1990\nBora;4/5/1979\nCan;14/03/1990\nDefne;31.02.1990\nEce;mart\n',
        CONTEXT,
      ),
    ).toMatchObject([
      { birthday: '1990-03-14T00:00:00.000Z', notes: null },
      { birthday: '1979-04-05T00:00:00.000Z' },
      { birthday: '1990-03-14T00:00:00.000Z' },
      { birthday: null, notes: 'Doğum günü: 31.02.1990' },
      { birthday: null, notes: 'Doğum günü: mart' },
    ]);
    expect(readCsv('Name,Birthday\nDeniz,4/5/1979\n', { ...CONTEXT, country: 'tr' })).toMatchObject([
      { birthday: '1979-05-04T00:00:00.000Z' },
    ]);
    expect(readCsv('Name,Phone,Country\nÉlodie,+1 503 555 0123,Canada\nCan,312 555 01 23,TR\n', CONTEXT)).toMatchObject(
      [
        { phoneNumbers: [{ country: 'ca', phoneNumber: '503 555 0123' }] },
        { phoneNumbers: [{ country: 'tr', phoneNumber: '312 555 01 23' }] },
      ],
    );
    expect(readCsv('Amount,Date\n3,2020-01-01\n', CONTEXT)).toBeNull();
  });
});

it.each([
  ['+90 312 555 01 23', 'tr', '312 555 01 23'],
  ['0090 312', 'tr', '312'],
  ['+994 12 404', 'az', '12 404'],
  ['+1 503 555 0123', 'us', '503 555 0123'],
  ['+1 (514) 555-0123', 'ca', '(514) 555-0123'],
  ['503 555 0123', 'us', '503 555 0123'],
  ['+999 1', 'us', '+999 1'],
])('splits %s', (text, iso, phoneNumber) => {
  expect(splitNumber(text, CONTEXT)).toEqual({ country: iso, phoneNumber });
});
