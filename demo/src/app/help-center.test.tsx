import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
// First: it stands a simulation of its own in for the one that the client would start.
import { failingCalls, openDemo, useDemoSetup } from './demo.fixture.tsx';
import { call } from '../client/client.ts';

useDemoSetup();
const user = userEvent.setup({ delay: null });
const HOME = '/apps/help-center';
const draft = () => call('GET /api/apps/help-center/support/draft');
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name}`) });

test('a search finds words inside guides and questions, shows the passage, and opens the place', async () => {
  const { address } = await openDemo(HOME, 'empty');
  await user.type(await screen.findByRole('searchbox'), 'margins pdf');
  const results = within(await screen.findByRole('region', { name: 'Results' }));
  const link = await results.findByRole('link', { name: /Print an invoice/ });
  expect(within(link).getByText('margins', { selector: 'mark' })).toBeDefined();
  await user.click(link);
  await waitFor(() => expect(address()).toBe(`${HOME}/guides/payments/print-an-invoice`));
  expect(await screen.findByRole('heading', { name: 'Save it as a PDF' })).toBeDefined();
  cleanup();

  await openDemo(HOME, 'empty');
  await user.type(await screen.findByRole('searchbox'), 'zzz');
  expect(await screen.findByText('No results')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Contact support' })).toBeDefined();
});

test('guides lead to the next one across categories, and votes are kept and can be taken back', async () => {
  const { address } = await openDemo(`${HOME}/guides/getting-started/whats-new`, 'empty');
  const group = within(await screen.findByRole('group', { name: 'Was “What’s new” helpful?' }));
  const yes = group.getByRole('button', { name: 'Yes' });
  await user.click(yes);
  await waitFor(async () => expect(await call('GET /api/apps/help-center/votes')).toMatchObject([{ isHelpful: true }]));
  expect(yes.getAttribute('aria-pressed')).toBe('true');
  await user.click(yes);
  await waitFor(async () => expect(await call('GET /api/apps/help-center/votes')).toEqual([]));
  failingCalls.add('PATCH /api/apps/help-center/vote');
  await user.click(group.getByRole('button', { name: 'No' }));
  expect(await group.findByText('Your vote could not be saved. Try again.')).toBeDefined();
  expect(group.getByRole('button', { name: 'No' }).getAttribute('aria-pressed')).toBe('false');
  await user.click(screen.getByRole('link', { name: /Next guide/ }));
  await waitFor(() => expect(address()).toBe(`${HOME}/guides/projects/boards-and-cards`));
});

test('a message to support is kept while it is written, checked, sent and listed', async () => {
  await openDemo(`${HOME}/support`, 'empty');
  await user.type(await field('Subject'), 'Export fails');
  await user.clear(await field('Email'));
  await user.type(await field('Email'), 'ada');
  await waitFor(async () => expect(await draft()).toMatchObject({ subject: 'Export fails', email: 'ada' }));
  cleanup();

  await openDemo(`${HOME}/support`, 'empty');
  expect((await field('Subject')).value).toBe('Export fails');
  await user.click(screen.getByRole('button', { name: 'Send message' }));
  expect(await screen.findByText('Please fix 2 fields.')).toBeDefined();
  expect(document.activeElement).toBe(await field('Email'));
  await user.type(await field('Email'), '@elm.example');
  await user.type(await field('Message'), 'Nothing happens.');

  failingCalls.add('POST /api/apps/help-center/support/message');
  await user.click(screen.getByRole('button', { name: 'Send message' }));
  expect(await screen.findByText(/The message was not sent/)).toBeDefined();
  expect((await field('Message')).value).toBe('Nothing happens.');
  failingCalls.clear();
  await user.click(screen.getByRole('button', { name: 'Send message' }));
  expect(await screen.findByText(/Your message was sent/)).toBeDefined();
  const sent = within(screen.getByRole('region', { name: 'Sent messages' }));
  await user.click(await sent.findByText('Export fails'));
  expect(sent.getByText('Nothing happens.')).toBeDefined();
  await waitFor(async () =>
    expect(await draft()).toMatchObject({ email: 'ada@elm.example', subject: '', message: '' }),
  );
  expect((await field('Subject')).value).toBe('');
});

test('a cleared draft returns by Undo', async () => {
  await openDemo(`${HOME}/support`, 'empty');
  await user.type(await field('Message'), 'A long story');
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect((await field('Message')).value).toBe('');
  await waitFor(async () => expect((await draft()).message).toBe(''));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(async () => expect((await field('Message')).value).toBe('A long story'));
});
