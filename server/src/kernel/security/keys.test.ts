import { expect, test } from 'vitest';
import { deriveKey, seal, unseal } from './keys.ts';

test('sealed text opens only under its key and for its owner, and any change makes it unreadable', () => {
  const key = deriveKey('a secret of at least 32 characters', 'warehouse secrets');
  const sealed = seal(key, 'alder', 'pass ş word');
  expect(sealed.toString('latin1')).not.toContain('pass');
  expect(sealed.equals(seal(key, 'alder', 'pass ş word'))).toBe(false);
  expect(unseal(key, 'alder', sealed)).toBe('pass ş word');
  expect(unseal(key, 'birch', sealed)).toBeNull();
  expect(unseal(deriveKey('another secret of this length here', 'warehouse secrets'), 'alder', sealed)).toBeNull();
  sealed[sealed.length - 1]! ^= 1;
  expect(unseal(key, 'alder', sealed)).toBeNull();
  expect(unseal(key, 'alder', Buffer.alloc(3))).toBeNull();
});
