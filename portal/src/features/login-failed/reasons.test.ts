import { describe, expect, it } from 'vitest';
import { startTranslations } from '../../i18n/i18n.ts';
import { translationServer } from '../../i18n/translation-server.fixture.ts';
import { reasonFor, requestIdFrom } from './reasons.ts';

const REASONS = [
  'provider-unavailable',
  'no-role',
  'unknown-tenant',
  'tenant-suspended',
  'account-disabled',
  'attempt-expired',
  'refused',
  'failed',
  'own-provider',
  'provider-off',
];

describe('why a sign-in failed', () => {
  it.each(['en', 'tr'] as const)('has its own text for each reason, in %s', async (language) => {
    const { t } = await startTranslations({ language, fetch: translationServer });
    const messages = REASONS.map((name) => {
      const { title, happened, remedy } = reasonFor(name);
      return [t(title), t(happened), t(remedy)];
    });
    for (const place of [0, 1, 2]) expect(new Set(messages.map((texts) => texts[place])).size).toBe(REASONS.length);
  });

  it.each(['', 'nonsense', 'constructor', '__proto__', '<b>', undefined, 7])('has a general text for %s', (name) => {
    expect(reasonFor(name)).toBe(reasonFor('failed'));
  });

  it('shows a request id only in the server’s format', () => {
    expect(requestIdFrom('2b9c1f0a-11aa-4c3d-9e21-000000000001')).toBe('2b9c1f0a-11aa-4c3d-9e21-000000000001');
    for (const rejected of ['call +1 555 0100', '<script>', 'x', 'a'.repeat(65), '', undefined])
      expect(requestIdFrom(rejected)).toBeNull();
  });
});
