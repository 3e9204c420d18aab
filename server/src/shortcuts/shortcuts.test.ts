import { randomUUID } from 'node:crypto';
import type { ShortcutChange } from '@rise/contract';
import { createClient } from '@rise/contract/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal?.close());

const REPORTS = {
  label: 'Reports',
  description: 'All of them',
  icon: 'report',
  link: '/reports',
  useRouter: true,
} as const;

async function signIn(tenant: 'alder' | 'birch' = 'alder'): Promise<string> {
  const email = `${randomUUID()}@people.example`;
  return (await portal.signIn({ email, roles: ['tenant.user'], tenants: [portal.tenants[tenant]] })).cookie;
}
function shortcutsOf(cookie: string) {
  const client = createClient({ baseUrl: portal.url, headers: { cookie } });
  return {
    list: () => client.call('GET /api/common/shortcuts'),
    add: (shortcut: object) =>
      client.call('POST /api/common/shortcuts', { body: { shortcut: shortcut as typeof REPORTS } }),
    change: (id: string, shortcut: ShortcutChange) =>
      client.call('PATCH /api/common/shortcuts', { body: { id, shortcut } }),
    remove: (id: string) => client.call('DELETE /api/common/shortcuts', { query: { id } }),
  };
}
const fails = (work: () => Promise<unknown>) =>
  work().then(
    () => 'succeeded',
    (error: { code: string }) => error.code,
  );

test('are created, listed in that order, updated partially or completely, deleted; the response is the shortcut', async () => {
  const own = shortcutsOf(await signIn());
  expect(await own.list()).toEqual([]);
  const first = await own.add(REPORTS);
  expect(first).toEqual({ id: expect.any(String) as string, ...REPORTS });
  const second = await own.add({ label: 'NCUA', icon: 'bank', link: 'https://ncua.gov/' });
  expect(second).toMatchObject({ description: '', useRouter: false });
  expect(await own.list()).toEqual([first, second]);
  const renamed = await own.change(first.id, { label: 'Scorecards' });
  expect(renamed).toEqual({ ...first, label: 'Scorecards' });
  expect(await own.change(first.id, { ...renamed, icon: 'chart' })).toEqual({ ...renamed, icon: 'chart' });
  expect(await own.remove(second.id)).toEqual(second);
  expect(await own.list()).toEqual([{ ...renamed, icon: 'chart' }]);
  expect(await fails(() => own.remove(second.id))).toBe('NOT_FOUND');
  expect(await fails(() => own.change(second.id, { label: 'x' }))).toBe('NOT_FOUND');
});

test.each([
  ['no label', { ...REPORTS, label: ' ' }],
  ['a long label', { ...REPORTS, label: 'x'.repeat(61) }],
  ['no icon', { ...REPORTS, icon: undefined }],
  ['an unknown icon', { ...REPORTS, icon: 'skull' }],
  ['no link', { ...REPORTS, link: '' }],
  ['a script as a link', { ...REPORTS, link: 'javascript:alert(1)' }],
  ['a data URL as a link', { ...REPORTS, link: 'data:text/html,x' }],
  ['a protocol-relative path', { ...REPORTS, link: '//evil.example/' }],
  ['an external link marked as routable', { ...REPORTS, link: 'https://ncua.gov/' }],
])('rejects %s', async (_what, shortcut) => {
  const own = shortcutsOf(await signIn());
  expect(await fails(() => own.add(shortcut))).toBe('VALIDATION_FAILED');
  expect(await own.list()).toEqual([]);
});

test('a change cannot mark an external link as routable', async () => {
  const own = shortcutsOf(await signIn());
  const created = await own.add(REPORTS);
  expect(await fails(() => own.change(created.id, { link: 'https://ncua.gov/' }))).toBe('VALIDATION_FAILED');
  expect(await fails(() => own.change(created.id, { id: randomUUID(), label: 'x' }))).toBe('VALIDATION_FAILED');
  expect(await own.change(created.id, { link: 'https://ncua.gov/', useRouter: false })).toMatchObject({
    link: 'https://ncua.gov/',
  });
});

test('are personal: neither a colleague nor another tenant finds them', async () => {
  const own = shortcutsOf(await signIn());
  const created = await own.add(REPORTS);
  for (const other of [await signIn(), await signIn('birch')]) {
    const theirs = shortcutsOf(other);
    expect(await theirs.list()).toEqual([]);
    expect(await fails(() => theirs.change(created.id, { label: 'Mine' }))).toBe('NOT_FOUND');
    expect(await fails(() => theirs.remove(created.id))).toBe('NOT_FOUND');
  }
  expect(await own.list()).toEqual([created]);
});

test('the limit is 60, also for concurrent requests, and shortcuts survive a restart', async () => {
  const cookie = await signIn();
  const own = shortcutsOf(cookie);
  const answers = await Promise.all(Array.from({ length: 64 }, () => fails(() => own.add(REPORTS))));
  expect(answers.filter((answer) => answer === 'succeeded')).toHaveLength(60);
  expect(answers.filter((answer) => answer === 'CONFLICT')).toHaveLength(4);
  const stored = await own.list();
  expect(stored).toHaveLength(60);
  await portal.restart();
  const again = shortcutsOf(cookie);
  expect(await again.list()).toEqual(stored);
  await again.remove(stored[0]!.id);
  expect(await fails(() => again.add(REPORTS))).toBe('succeeded');
});
