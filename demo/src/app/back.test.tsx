import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
// First: it stands a simulation of its own in for the one that the client would start.
import { openDemo, useDemoSetup } from './demo.fixture.tsx';
import { call } from '../client/client.ts';

useDemoSetup();
const user = userEvent.setup({ delay: null });

/** Opens the demo's data after another page, which Back leads to. */
async function openAfterOther() {
  const demo = await openDemo('/pages/activities');
  await demo.router.navigate({ href: '/demo-data' });
  await screen.findByRole('heading', { level: 1, name: 'Demo data' });
  return demo;
}
let demo: Awaited<ReturnType<typeof openAfterOther>>;
beforeEach(async () => void (demo = await openAfterOther()));

async function expectBackToClose(): Promise<void> {
  demo.router.history.back();
  await waitFor(() => expect(demo.address()).toBe('/pages/activities'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

test('Back closes a confirmation, and nothing is done', async () => {
  const [first] = await call('GET /api/apps/tasks/all');
  await call('DELETE /api/apps/tasks/task', { query: { id: first!.id } });
  await user.click(screen.getByRole('button', { name: 'Reset demo data' }));
  const dialog = await screen.findByRole('dialog', { name: 'Reset demo data?' });
  const confirm = within(dialog).getAllByRole('button').at(-1)!;
  await expectBackToClose();
  await user.click(confirm).catch(() => undefined);
  expect((await call('GET /api/apps/tasks/all')).some(({ id }) => id === first!.id)).toBe(false);
});

test('Back closes the display settings', async () => {
  await user.click(await screen.findByRole('button', { name: 'Display settings' }));
  expect(await screen.findByRole('dialog', { name: 'Display settings' })).toBeDefined();
  await expectBackToClose();
});

test('Back closes the command palette', async () => {
  await screen.findByRole('button', { name: 'Search' });
  await user.keyboard('{Control>}k{/Control}');
  expect(await screen.findByRole('dialog')).toBeDefined();
  await expectBackToClose();
});

test('Back closes the chat beside the page', async () => {
  await user.click((await screen.findAllByRole('button', { name: /Elif/ }))[0]!);
  expect(await screen.findByRole('dialog')).toBeDefined();
  await expectBackToClose();
});
