import { expect, test } from 'vitest';
import { emailOf, isAddress, nameOf, recipientsOf, splitAddresses, withoutRepeats } from './addresses.rules.ts';

test('a line is split at commas and semicolons that are not part of a name', () => {
  expect(splitAddresses('Ada <ada@a.example>, b@b.example; "Doe, Jane" <jane@c.example>,')).toEqual([
    'Ada <ada@a.example>',
    'b@b.example',
    '"Doe, Jane" <jane@c.example>',
  ]);
  expect(splitAddresses('')).toEqual([]);
});

test.each([
  ['Ada Lovelace <ada@a.example>', 'Ada Lovelace', 'ada@a.example', true],
  ['"Doe, Jane" <jane@c.example>', 'Doe, Jane', 'jane@c.example', true],
  ['<ada@a.example>', 'ada@a.example', 'ada@a.example', true],
  ['ada@a.example', 'ada@a.example', 'ada@a.example', true],
  ['Ada', 'Ada', 'Ada', false],
  ['ada@localhost', 'ada@localhost', 'ada@localhost', false],
])('%s has a name and an address', (contact, name, email, valid) => {
  expect([nameOf(contact), emailOf(contact), isAddress(contact)]).toEqual([name, email, valid]);
});

test('people are counted from the reader on, each once', () => {
  const people = ['B <b@b.example>', 'Me <ME@a.example>', 'c@c.example'];
  expect(recipientsOf(people, 'me@a.example')).toEqual({ isMe: true, first: 'B', others: 2 });
  expect(recipientsOf(people, 'x@x.example')).toEqual({ isMe: false, first: 'B', others: 2 });
  expect(recipientsOf([], 'x@x.example')).toEqual({ isMe: false, first: '', others: 0 });
  expect(withoutRepeats([...people, 'Bea <B@b.example>'])).toEqual(people);
});
