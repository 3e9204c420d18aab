import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
// First: it stands a simulation of its own in for the one that the client would start.
import { openDemo, useDemoSetup } from './demo.fixture.tsx';
import { call } from '../client/client.ts';

useDemoSetup();
const user = userEvent.setup({ delay: null });
const help = () => screen.queryByRole('dialog', { name: 'Keyboard shortcuts' });

test.each([
  ['mailbox', async () => '/apps/mailbox/inbox/1', 'Next mail'],
  ['tasks', async () => '/apps/tasks', 'Move a task up or down'],
  [
    'scrumboard',
    async () => `/apps/scrumboard/${(await call('GET /api/apps/scrumboard/boards'))[0]!.id}`,
    'Move the lifted card',
  ],
  ['file manager', async () => '/apps/file-manager', 'Move what was cut here'],
])(
  '? lists the keys of the %s, but not where it is typed, and Back closes the list',
  async (_app, addressOf, action) => {
    const { router } = await openDemo(await addressOf(), 'empty');
    const search = await screen.findByRole<HTMLInputElement>('searchbox');
    await user.type(search, '?');
    await waitFor(() => expect(router.state.location.search).toHaveProperty('q', '?'));
    expect(help()).toBeNull();
    await user.clear(search);
    await waitFor(() => expect(router.state.location.search).not.toHaveProperty('q'));
    search.blur();
    await user.keyboard('?');
    await waitFor(() => expect(help()).not.toBeNull());
    expect(within(help()!).getByText(action)).toBeDefined();
    router.history.back();
    await waitFor(() => expect(help()).toBeNull());
  },
);

test('who has turned single keys off has no ? either', async () => {
  await call('PATCH /api/apps/mailbox/settings', { body: { settings: { singleKeys: false } } });
  const { cache } = await openDemo('/apps/tasks', 'empty');
  await screen.findByRole('button', { name: 'Add task' });
  await waitFor(() => expect(cache.isFetching()).toBe(0));
  await user.keyboard('?');
  expect(help()).toBeNull();
});
