import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
// First: it stands a simulation of its own in for the one that the client would start.
import { answeredCalls, failingCalls, heldCalls, hold, noticeOf, openDemo, useDemoSetup } from './demo.fixture.tsx';
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
  await waitFor(() => expect(yes.getAttribute('aria-pressed')).toBe('true'));
  await user.click(yes);
  await waitFor(async () => expect(await call('GET /api/apps/help-center/votes')).toEqual([]));
  failingCalls.add('PATCH /api/apps/help-center/vote');
  await user.click(group.getByRole('button', { name: 'No' }));
  const notice = await noticeOf('Your vote on “What’s new” could not be changed.');
  const no = group.getByRole('button', { name: 'No' });
  await waitFor(() => expect(no.getAttribute('aria-pressed')).toBe('false'));
  failingCalls.clear();
  await user.click(notice.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(no.getAttribute('aria-pressed')).toBe('true'));
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

test('a link to a question opens it in view, with the focus, also where another one was open', async () => {
  const shown: (string | null)[] = [];
  vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(function (this: HTMLElement) {
    shown.push(this.textContent);
  });
  const faqs = (await call('GET /api/apps/help-center/faqs', { query: {} })) as {
    faqs: { id: string; question: string }[];
  }[];
  const [first, last] = [faqs[0]!.faqs[0]!, faqs.at(-1)!.faqs.at(-1)!];
  const { router } = await openDemo(`${HOME}/faqs?open=${last.id}`, 'empty');
  const isOpen = (question: string) => screen.getByText(question).closest('details')!.open;
  await screen.findByText(last.question);
  await waitFor(() => expect(document.activeElement?.textContent).toBe(last.question));
  expect(isOpen(last.question)).toBe(true);
  await router.navigate({ href: `${HOME}/faqs?open=${first.id}` });
  await waitFor(() => expect(document.activeElement?.textContent).toBe(first.question));
  expect([isOpen(first.question), isOpen(last.question)]).toEqual([true, false]);
  expect(shown).toEqual([last.question, first.question]);
  // One that is opened by hand stays where it is.
  await user.click(screen.getByText(last.question));
  await waitFor(() => expect(isOpen(last.question)).toBe(true));
  expect(shown).toHaveLength(2);
});

test('of two votes the last one counts, however long the first takes; of two searches, too', async () => {
  await openDemo(`${HOME}/guides/getting-started/whats-new`, 'empty');
  const group = within(await screen.findByRole('group', { name: 'Was “What’s new” helpful?' }));
  const PATCH = 'PATCH /api/apps/help-center/vote';
  const answerVote = hold(PATCH);
  await user.click(group.getByRole('button', { name: 'Yes' }));
  heldCalls.delete(PATCH);
  await user.click(group.getByRole('button', { name: 'No' }));
  answerVote();
  await waitFor(() => expect(answeredCalls.filter((key) => key === PATCH)).toHaveLength(2));
  expect(await call('GET /api/apps/help-center/votes')).toMatchObject([{ isHelpful: false }]);
  await waitFor(() => expect(group.getByRole('button', { name: 'No' }).getAttribute('aria-pressed')).toBe('true'));
  cleanup();

  await openDemo(`${HOME}?q=margins`, 'empty');
  const results = await screen.findByRole('region', { name: 'Results' });
  await within(results).findByRole('link', { name: /Print an invoice/ });
  const SEARCH = 'GET /api/apps/help-center/search';
  const answerSearch = hold(SEARCH);
  const search = screen.getByRole('searchbox');
  await user.clear(search);
  await user.type(search, 'lock');
  // The former results stay meanwhile.
  expect(within(results).getByRole('link', { name: /Print an invoice/ })).toBeDefined();
  heldCalls.delete(SEARCH);
  await user.clear(search);
  await user.type(search, 'coins');
  await within(results).findByRole('link', { name: /Convert coins/ });
  answerSearch();
  await call('GET /api/apps/help-center/votes');
  expect(within(results).getByRole('link', { name: /Convert coins/ })).toBeDefined();
  expect(within(results).queryByRole('link', { name: /lock/i })).toBeNull();
});

test('while a message is being sent nothing can be written that would be lost; if it fails all of it is still there', async () => {
  await openDemo(`${HOME}/support`, 'empty');
  await user.type(await field('Subject'), 'Export');
  await user.type(await field('Message'), 'Nothing happens.');
  const POST = 'POST /api/apps/help-center/support/message';
  const answer = hold(POST);
  failingCalls.add(POST);
  await user.click(screen.getByRole('button', { name: 'Send message' }));
  await waitFor(async () => expect((await field('Message')).readOnly).toBe(true));
  answer();
  await screen.findByText('The message was not sent. What you wrote is still here; try again.');
  expect((await field('Message')).readOnly).toBe(false);
  expect((await field('Message')).value).toBe('Nothing happens.');
});
