import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { openDemo, useDemoSetup } from './demo.fixture.tsx';
import { call } from '../client/client.ts';

useDemoSetup();
const user = userEvent.setup({ delay: null });
const row = (id: string) => document.querySelector<HTMLElement>(`[data-record="${id}"]`);

test('a checked task is still completed when the list is opened again', async () => {
  await openDemo('/apps/tasks', 'empty');
  const [box] = await screen.findAllByRole<HTMLInputElement>('checkbox', { checked: false });
  const name = box!.getAttribute('aria-label')!;
  await user.click(box!);
  await waitFor(async () =>
    expect((await call('GET /api/apps/tasks/all')).find(({ title }) => name === `“${title}” is done`)?.completed).toBe(
      true,
    ),
  );
  cleanup();
  await openDemo('/apps/tasks', 'empty');
  expect((await screen.findByRole<HTMLInputElement>('checkbox', { name })).checked).toBe(true);
});

test('opens a contact from its row, and Escape closes it and focuses the row again', async () => {
  const people = await call('GET /api/apps/contacts/all');
  const [first, second] = [people[0]!, people[1]!];
  const { address } = await openDemo('/apps/contacts', 'empty');
  await waitFor(() => expect(row(first.id)).not.toBeNull());
  await user.click(row(first.id)!);
  expect(await screen.findByRole('dialog', { name: first.name })).toBeDefined();
  expect(address()).toBe(`/apps/contacts/${first.id}`);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(row(first.id)));
  expect(address()).toBe('/apps/contacts');
  // At once, while the panel is still sliding out: nothing may take the focus back later.
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(row(second.id));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(row(second.id));
});

test('a conversation beside the list can be scrolled with the keyboard', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(width >= 1280px)',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const chat = (await call('GET /api/apps/chat/chats')).find(({ messages }) => messages.length > 0)!;
  await openDemo(`/apps/chat/${chat.id}`, 'empty');
  const panel = await screen.findByRole('complementary', { name: chat.contact.name });
  const body = within(panel).getByRole('group', { name: chat.contact.name });
  await user.tab();
  await user.tab();
  expect(document.activeElement).toBe(body);
});

test('an unknown chat redirects to the list of chats', async () => {
  const { address } = await openDemo('/apps/chat/nobody-knows-this', 'empty');
  await waitFor(() => expect(address()).toBe('/apps/chat'));
});

test('a page beyond the last one redirects to the last, and a search finds products', async () => {
  const { router } = await openDemo('/apps/ecommerce/inventory', 'empty');
  const pages = () => within(screen.getByRole('navigation', { name: 'Pages' }));
  await screen.findByRole('navigation', { name: 'Pages' });
  const [, total] = /of (\d+)/.exec(pages().getByRole('status').textContent!)!;
  await router.navigate({ href: '/apps/ecommerce/inventory?page=99' });
  await waitFor(() => expect(pages().getByRole('status').textContent).toMatch(new RegExp(`–${total} of ${total}$`)));
  expect(pages().getByRole('link', { name: 'Next page' }).getAttribute('aria-disabled')).toBe('true');
  await user.type(screen.getByRole('searchbox', { name: 'Search products' }), 'scarf');
  await waitFor(() => expect(pages().getByRole('status').textContent).toMatch(/^1–/));
  const elements = within(screen.getByRole('table')).getAllByRole('rowheader');
  expect(elements.length).toBeLessThan(Number(total));
  expect(elements.every(({ textContent }) => /scarf/i.test(textContent ?? ''))).toBe(true);
});
