import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { switchLanguage } from '../i18n/language.ts';
import { fill } from '../testing/fill.ts';
import { openDemo, failingCalls, useDemoSetup } from './demo.fixture.tsx';

useDemoSetup();

const open = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
/** Matches by full text, since highlights split it into several elements. */
const option = (words: string) =>
  waitFor(() => {
    const element = screen.getAllByRole('option').find(({ textContent }) => textContent.includes(words));
    expect(element, words).toBeTruthy();
    return element!;
  });
const panel = (name: string) => screen.findByRole('dialog', { name });

describe('search', () => {
  it('finds contacts, pages and tasks, marks what matched, and Enter opens the first', async () => {
    const { address } = await openDemo();
    await open('Search');
    await fill(screen.getByRole('combobox'), 'activi');
    const page = await option('Activities');
    expect(page.querySelector('mark')?.textContent).toBe('Activi');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe('/pages/activities'));
  });

  it('shows people with their picture and completed tasks as such, each as a link', async () => {
    await openDemo();
    await open('Search');
    await userEvent.type(screen.getByRole('combobox'), 're');
    const person = await option('Kerem Aydın');
    expect(person.querySelector('a')?.getAttribute('href')).toMatch(/^\/apps\/contacts\/.+/);
    const done = await option('Renew the certificate of the payments gatewayDone');
    expect(done.querySelector('a')?.getAttribute('href')).toMatch(/^\/apps\/tasks\/.+/);
    expect(done.querySelector('a')?.hasAttribute('data-completed')).toBe(true);
  });

  it('remembers recent searches, in the bar and in the palette, also after a reload', async () => {
    await openDemo();
    await open('Search');
    await fill(screen.getByRole('combobox'), 'activi');
    await option('Activities');
    await userEvent.keyboard('{Enter}');
    cleanup();
    await openDemo();
    await screen.findByRole('button', { name: 'Search' });
    await userEvent.keyboard('{Control>}k{/Control}');
    expect(await screen.findByRole('option', { name: 'activi' })).toBeTruthy();
  });

  it('runs commands from the palette', async () => {
    const { address } = await openDemo('/pages/activities');
    await screen.findByRole('button', { name: 'Search' });
    const act = async (typed: string) => {
      await userEvent.keyboard('{Control>}k{/Control}');
      await fill(await screen.findByRole('combobox'), typed);
      await screen.findByRole('option', { selected: true });
      await userEvent.keyboard('{Enter}');
    };
    await act('appearance: dark');
    await waitFor(() => expect(document.body.classList.contains('dark')).toBe(true));
    await act('color: teal');
    await waitFor(() => expect(document.body.classList.contains('theme-teal')).toBe(true));
    await act('reset');
    await waitFor(() => expect(address()).toBe('/demo-data'));
    await act('layout: thin');
    await waitFor(() => expect(document.querySelector('[data-layout="thin"]')).toBeTruthy());
    await act('türkçe');
    await screen.findByRole('button', { name: 'Kısayollar' });
    await act('kilitle');
    await waitFor(() => expect(address()).toBe('/unlock-session'));
  });
});

describe('menus and search results', () => {
  it('change with the language', async () => {
    await openDemo();
    const menu = () => within(screen.getByRole('navigation', { name: /Main navigation|Ana menü/ }));
    await screen.findByRole('link', { name: /^Mailbox\b/ });
    await switchLanguage('tr');
    await waitFor(() => expect(menu().getByRole('link', { name: /^Posta kutusu\b/ })).toBeTruthy());
    expect(menu().queryByRole('link', { name: /^Mailbox\b/ })).toBeNull();
    await open('Ara');
    await userEvent.type(screen.getByRole('combobox'), 'posta');
    expect(await screen.findByRole('group', { name: 'Sayfalar' })).toBeTruthy();
  });
});

describe('messages and notifications', () => {
  it('count unread items, and store marks', async () => {
    await openDemo();
    await open('Messages, 3 unread');
    await userEvent.click(
      within(await panel('Messages')).getByRole('button', { name: 'Mark as read: Auto loan pricing' }),
    );
    await screen.findByRole('button', { name: 'Messages, 2 unread', hidden: true });
    cleanup();
    await openDemo();
    await open('Messages, 2 unread');
    await userEvent.click(within(await panel('Messages')).getByRole('button', { name: 'Mark all as read' }));
    expect(await screen.findByRole('button', { name: 'Messages', hidden: true })).toBeTruthy();
  });

  it('require confirmation before one is deleted', async () => {
    await openDemo();
    await open(/^Notifications/);
    await userEvent.click(await screen.findByRole('button', { name: 'Remove “Files shared”' }));
    const question = await panel('Delete this notification?');
    await userEvent.click(within(question).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('Files shared')).toBeNull());
    cleanup();
    await openDemo();
    await open(/^Notifications/);
    await screen.findByText('Figures are in');
    expect(screen.queryByText('Files shared')).toBeNull();
  });

  it('are marked as read when their link is followed', async () => {
    const { address } = await openDemo();
    await open('Messages, 3 unread');
    await userEvent.click(await screen.findByRole('link', { name: /Limits for the second half/ }));
    await waitFor(() => expect(address()).toBe('/apps/tasks'));
    await screen.findByRole('button', { name: 'Messages, 2 unread' });
  });

  it('revert a failed mark and show the error', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    failingCalls.add('POST /api/common/messages/toggle-read-status');
    await openDemo();
    await open('Messages, 3 unread');
    await userEvent.click(await screen.findByRole('button', { name: 'Mark as read: Auto loan pricing' }));
    await screen.findByText('“Auto loan pricing” could not be changed.');
    expect(await screen.findByRole('button', { name: 'Messages, 3 unread', hidden: true })).toBeTruthy();
  });
});

describe('shortcuts', () => {
  it('are added with a picture, changed and deleted', async () => {
    await openDemo();
    await open('Shortcuts');
    const shortcuts = await panel('Shortcuts');
    await within(shortcuts).findByRole('link', { name: /Mailbox/ });
    await userEvent.click(within(shortcuts).getByRole('button', { name: 'Add shortcut' }));
    await fill(screen.getByRole('textbox', { name: /Label/ }), 'My bills');
    await userEvent.click(screen.getByRole('radio', { name: 'Card' }));
    await fill(screen.getByRole('textbox', { name: /Link/ }), '/pages/invoice/printable/compact');
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    const added = await screen.findByRole('link', { name: /My bills/ });
    expect(added.getAttribute('href')).toBe('/pages/invoice/printable/compact');
    await userEvent.click(screen.getByRole('button', { name: 'Edit shortcuts' }));
    await userEvent.click(await screen.findByRole('button', { name: /My bills/ }));
    const label = screen.getByRole('textbox', { name: /Label/ });
    await userEvent.clear(label);
    await fill(label, 'Accounts');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await userEvent.click(await screen.findByRole('button', { name: /Accounts/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    const question = await panel('Delete this shortcut?');
    await userEvent.click(within(question).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: /Accounts/ })).toBeNull());
    expect(within(await panel('Shortcuts')).getByRole('link', { name: /Mailbox/ })).toBeTruthy();
  });
});

describe('quick chat', () => {
  const log = () => screen.getByRole('log');

  it('marks opened chats as read, and stores sent messages', async () => {
    await openDemo();
    await open('Priya Raghunathan, 2 unread');
    await within(await panel('Priya Raghunathan')).findByText(/May I take them out of the count/);
    await screen.findByRole('button', { name: 'Priya Raghunathan' });
    await fill(screen.getByRole('textbox', { name: 'Message to Priya Raghunathan' }), 'Tell him.', '{Enter}');
    await waitFor(() => expect(within(log()).queryByText('Sending')).toBeNull());
    expect(within(log()).getAllByText('Tell him.')).toHaveLength(1);
    cleanup();
    await openDemo();
    // She may have answered by then.
    await open(/^Priya Raghunathan(, 1 unread)?$/);
    expect(
      (await within(await panel('Priya Raghunathan')).findByText('Tell him.')).closest('[data-mine]'),
    ).toBeTruthy();
  });

  it('starts a chat with a new contact', async () => {
    await openDemo();
    await open('Chat: all people');
    await fill(await screen.findByRole('textbox', { name: 'Find people' }), 'bello', '{Enter}');
    await fill(await screen.findByRole('textbox', { name: 'Message to Oluwaseun Bello' }), 'Good day', '{Enter}');
    await waitFor(() => expect(within(log()).getByText('Good day')).toBeTruthy());
    await waitFor(() => expect(within(log()).queryByText('Sending')).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    // The other one may have answered by then.
    expect(await screen.findByRole('button', { name: /^Oluwaseun Bello\. \S/ })).toBeTruthy();
  });

  it('shows a failed message, and sends it on retry', async () => {
    failingCalls.add('PATCH /api/apps/chat/chat');
    await openDemo();
    await open('Camila Ferreira');
    await fill(await screen.findByRole('textbox', { name: /^Message to/ }), 'Seven', '{Enter}');
    await within(log()).findByRole('alert');
    failingCalls.clear();
    await userEvent.click(within(log()).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(within(log()).queryByRole('alert')).toBeNull());
    expect(within(log()).getAllByText('Seven')).toHaveLength(1);
  });

  it('is a drawer in the layouts without a rail', async () => {
    await openDemo('/demo-data', 'centered');
    const chat = await screen.findByRole('complementary', { name: 'Chat' });
    expect(chat.closest('[data-rise-rail]')?.getAttribute('data-rise-rail')).toBe('drawer');
  });
});

it('the user’s status changes at once and is stored', async () => {
  await openDemo();
  await open('Deniz Arslan’s account');
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Busy' }));
  cleanup();
  await openDemo();
  await open('Deniz Arslan’s account');
  expect((await screen.findByRole('menuitemradio', { name: 'Busy' })).getAttribute('aria-checked')).toBe('true');
});
