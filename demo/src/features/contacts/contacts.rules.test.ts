import { expect, it } from 'vitest';
import { emptyContact } from '../../simulation/groups/contacts/empty-contact.ts';
import type { Contact } from './contact.ts';
import { narrowed, readFilter } from './contact-filter.rules.ts';
import { findDuplicates, findKnown, merged } from './duplicates.rules.ts';

const contact = (id: string, more: Partial<Contact> = {}): Contact => ({
  id,
  name: id,
  ...emptyContact(),
  ...more,
});
const email = (address: string) => ({ email: address, label: '' });
const phone = (phoneNumber: string) => ({ country: 'us', phoneNumber, label: '' });

it.each([
  [
    'names in any order and spelling',
    [contact('a', { name: 'Çağrı Öz' }), contact('b', { name: 'oz  cagri' })],
    [['a', 'b']],
  ],
  [
    'an e-mail in any case',
    [contact('a', { emails: [email('A@x.example')] }), contact('b', { emails: [email('a@X.example')] })],
    [['a', 'b']],
  ],
  [
    'a phone number',
    [contact('a', { phoneNumbers: [phone('503 555-0123')] }), contact('b', { phoneNumbers: [phone('5035550123')] })],
    [['a', 'b']],
  ],
  [
    'not a short number',
    [contact('a', { phoneNumbers: [phone('911')] }), contact('b', { phoneNumbers: [phone('911')] })],
    [],
  ],
  [
    'one by way of another',
    [
      contact('a', { emails: [email('x@x.example')] }),
      contact('b', { phoneNumbers: [phone('5035550123')] }),
      contact('c', { emails: [email('x@x.example')], phoneNumbers: [phone('5035550123')] }),
      contact('d'),
    ],
    [['a', 'b', 'c']],
  ],
])('duplicates have in common: %s', (_, contacts, expected) => {
  expect(findDuplicates(contacts).map((group) => group.map(({ id }) => id))).toEqual(expected);
});

it('keeps what is filled in of all when they are merged', () => {
  const one = contact('a', { title: 'Lawyer', emails: [email('a@x.example')], tags: ['t'], notes: '<p>One</p>' });
  const other = contact('b', {
    title: 'Attorney',
    company: 'Laurent',
    emails: [email('A@x.example'), email('b@x.example')],
    phoneNumbers: [phone('1')],
    tags: ['u', 't'],
    notes: '<p>Two</p>',
  });
  expect(merged([one, other])).toEqual({
    ...one,
    company: 'Laurent',
    emails: [email('a@x.example'), email('b@x.example')],
    phoneNumbers: [phone('1')],
    tags: ['t', 'u'],
    notes: '<p>One</p><p>Two</p>',
  });
});

it('finds those of a file that are known', () => {
  const known = contact('x', { name: 'Ada' });
  expect([...findKnown([known, contact('Ben')], [contact('Ada')])]).toEqual([known]);
});

const ALL = [
  contact('Çağrı Öz', { company: 'Kale', tags: ['friends'], phoneNumbers: [phone('503 555 0123')] }),
  contact('Ada', { title: 'Lawyer', emails: [email('ada@kale.example')] }),
];
it.each([
  ['', ['Çağrı Öz', 'Ada']],
  ['q=cagri', ['Çağrı Öz']],
  ['q=kale', ['Çağrı Öz', 'Ada']],
  ['q=oz+kale', ['Çağrı Öz']],
  ['q=5550123', ['Çağrı Öz']],
  ['q=lawyer', ['Ada']],
  ['tag=friends', ['Çağrı Öz']],
  ['tag=friends&q=ada', []],
])('%s leaves %j', (search, expected) => {
  const filter = readFilter(Object.fromEntries(new URLSearchParams(search)));
  expect(narrowed(ALL, filter).map(({ name }) => name)).toEqual(expected);
});
