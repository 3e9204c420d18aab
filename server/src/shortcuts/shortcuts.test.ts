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

test('are made, listed in that order, changed in part or whole, deleted; the answer is the shortcut', async () => {
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
  ['an icon that nobody draws', { ...REPORTS, icon: 'skull' }],
  ['no link', { ...REPORTS, link: '' }],
  ['a script', { ...REPORTS, link: 'javascript:alert(1)' }],
  ['data', { ...REPORTS, link: 'data:text/html,x' }],
  ['another host for a path', { ...REPORTS, link: '//evil.example/' }],
  ['an address elsewhere opened inside the portal', { ...REPORTS, link: 'https://ncua.gov/' }],
])('%s is refused', async (_what, shortcut) => {
  const own = shortcutsOf(await signIn());
  expect(await fails(() => own.add(shortcut))).toBe('VALIDATION_FAILED');
  expect(await own.list()).toEqual([]);
});

test('a change may not lead out through the router either', async () => {
  const own = shortcutsOf(await signIn());
  const made = await own.add(REPORTS);
  expect(await fails(() => own.change(made.id, { link: 'https://ncua.gov/' }))).toBe('VALIDATION_FAILED');
  expect(await fails(() => own.change(made.id, { id: randomUUID(), label: 'x' }))).toBe('VALIDATION_FAILED');
  expect(await own.change(made.id, { link: 'https://ncua.gov/', useRouter: false })).toMatchObject({
    link: 'https://ncua.gov/',
  });
});

test('are a person’s own: neither a colleague nor another tenant finds them', async () => {
  const own = shortcutsOf(await signIn());
  const made = await own.add(REPORTS);
  for (const other of [await signIn(), await signIn('birch')]) {
    const theirs = shortcutsOf(other);
    expect(await theirs.list()).toEqual([]);
    expect(await fails(() => theirs.change(made.id, { label: 'Mine' }))).toBe('NOT_FOUND');
    expect(await fails(() => theirs.remove(made.id))).toBe('NOT_FOUND');
  }
  expect(await own.list()).toEqual([made]);
});

test('there is room for 60, also for those who ask at once, and they outlive a restart', async () => {
  const cookie = await signIn();
  const own = shortcutsOf(cookie);
  const answers = await Promise.all(Array.from({ length: 64 }, () => fails(() => own.add(REPORTS))));
  expect(answers.filter((answer) => answer === 'succeeded')).toHaveLength(60);
  expect(answers.filter((answer) => answer === 'CONFLICT')).toHaveLength(4);
  const kept = await own.list();
  expect(kept).toHaveLength(60);
  await portal.restart();
  const again = shortcutsOf(cookie);
  expect(await again.list()).toEqual(kept);
  await again.remove(kept[0]!.id);
  expect(await fails(() => again.add(REPORTS))).toBe('succeeded');
});
