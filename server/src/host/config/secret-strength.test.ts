import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { weaknessOf } from './secret-strength.ts';

test.each([
  ['x'.repeat(40), 'repeats itself'],
  ['abc123'.repeat(7), 'repeats itself'],
  ['rise-portal-2025-rise-portal-2025-rise', 'repeats itself'],
  ['aaaabbbbaaaabbbbaaaabbbbcccc1111', 'has fewer than 8 different characters'],
  ['changeme-changeme-please-changeme!', 'is a placeholder'],
  ['change_this_to_a_32_character_secret', 'is a placeholder'],
  ['your-own-secret-at-least-32-characters', 'is a placeholder'],
  ['P@ssword-password-PASSWORD-12345678', 'is a placeholder'],
  ['abcdefghijklmnopqrstuvwxyz0123456789', 'is a sequence'],
  ['zyxwvutsrqponmlkjihgfedcba9876543210', 'is a sequence'],
  ['qwertyuiopasdfghjklzxcvbnm1234567890', 'is a sequence'],
])('%s %s', (secret, weakness) => {
  expect(weaknessOf(secret)).toBe(weakness);
});

test.each(['base64', 'base64url', 'hex'] as const)('random bytes in %s are strong', (encoding) => {
  for (let round = 0; round < 2000; round += 1) {
    const secret = randomBytes(encoding === 'hex' ? 16 : 24).toString(encoding);
    expect(weaknessOf(secret), secret).toBeNull();
  }
});
