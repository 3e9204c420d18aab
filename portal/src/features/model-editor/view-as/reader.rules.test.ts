import { expect, it } from 'vitest';
import { attributesIn, readReader, toViewAs, writeReader, type ReaderChoice } from './reader.rules.ts';

it('keeps a reader in the address, whatever names and values contain', () => {
  const reader: ReaderChoice = {
    role: 'both',
    groups: ['Tellers, north', 'a=b;c', '100%', '%2C'],
    attributes: { branch: ['001', 'x,y'], region: ['west;east'] },
  };
  expect(readReader(writeReader(reader))).toEqual(reader);
  expect(
    writeReader({ role: 'user', groups: ['tellers'], attributes: { branch: ['001', '002'], region: [] } }),
  ).toEqual({ as: 'user', groups: 'tellers', having: 'branch=001,002' });
  expect(writeReader(null)).toEqual({});
});

it('reads no reader from an address without one, and nothing that the server would refuse', () => {
  expect(readReader({ as: 'root', groups: 'a' })).toBeNull();
  expect(readReader({ groups: 'a' })).toBeNull();
  expect(readReader({ as: 'user', groups: ',a,,a', having: 'Bad=1;=2;region=;branch=7' })).toEqual({
    role: 'user',
    groups: ['a'],
    attributes: { branch: ['7'] },
  });
});

it('reads the address of before, which named a plain reader', () => {
  expect(toViewAs(readReader({ as: 'reader' })!)).toEqual({ roles: ['tenant.user'], groups: [], attributes: {} });
});

it('finds the attributes that rules compare with', () => {
  expect(attributesIn('where: branch IN (:user_branch) AND region = :user_region OR x = :user_branch')).toEqual([
    'branch',
    'region',
  ]);
});
