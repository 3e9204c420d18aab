import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
// First: it stands a simulation of its own in for the one that the client would start.
import { failedCalls, failingCalls, hold, openDemo, useDemoSetup } from './demo.fixture.tsx';
import { call } from '../client/client.ts';
import { PANELS } from '../features/settings/panels.ts';
import { routeTable } from './route-table.ts';

useDemoSetup();
const user = userEvent.setup({ delay: null });

const READ = ['GET /api/apps/*', 'GET /api/dashboards/*', 'GET /api/pages/*', 'GET /api/ui/*'];
/** Those whose content is the same for everyone, and part of their code. */
const WITHOUT_DATA = /^\/(demo-data|pages\/(settings|invoice|pricing|error|authentication)|sign-out|unlock-session)/;
const screens = routeTable
  .filter(({ group, layout, path }) => group === 'guarded' && layout === 'shell' && !WITHOUT_DATA.test(path))
  .map(({ path }) => path.replaceAll(/\/\{-\$\w+\}/g, ''))
  .filter((path) => !path.includes('$'))
  .concat(PANELS.map(({ id }) => `/pages/settings/${id}`));
const retries = () => screen.queryAllByRole('button', { name: 'Try again' });

test.each(screens)('%s says that its data could not be loaded, and is there after a retry', async (path) => {
  for (const key of READ) failingCalls.add(key);
  const { cache } = await openDemo(path, 'empty');
  await waitFor(() => expect(retries()).not.toEqual([]));
  // Another part of the page may fail later, and has a button of its own then.
  await waitFor(() => expect(cache.isFetching()).toBe(0));
  expect([...failedCalls]).not.toEqual([]);
  failingCalls.clear();
  for (const button of retries()) await user.click(button);
  await waitFor(() => expect(retries()).toEqual([]));
  expect(await screen.findByRole('heading', { level: 1 })).toBeDefined();
});

test('of two changes under way at once, neither takes the other back', async () => {
  const [first, second] = (await call('GET /api/apps/tasks/all')).filter(
    ({ type, completed }) => type === 'task' && !completed,
  );
  await openDemo('/apps/tasks', 'empty');
  const box = (title: string) => screen.findByRole<HTMLInputElement>('checkbox', { name: `“${title}” is done` });
  const PATCH = 'PATCH /api/apps/tasks/task';
  const answerFirst = hold(PATCH);
  await user.click(await box(first!.title));
  const answerSecond = hold(PATCH);
  await user.click(await box(second!.title));
  const seen: boolean[] = [];
  const observer = new MutationObserver(() => {
    for (const one of screen.queryAllByRole<HTMLInputElement>('checkbox', { name: `“${second!.title}” is done` }))
      seen.push(one.checked);
  });
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  answerFirst();
  await waitFor(async () =>
    expect((await call('GET /api/apps/tasks/all')).find(({ id }) => id === first!.id)?.completed).toBe(true),
  );
  expect((await box(second!.title)).checked).toBe(true);
  answerSecond();
  await waitFor(async () =>
    expect((await call('GET /api/apps/tasks/all')).find(({ id }) => id === second!.id)?.completed).toBe(true),
  );
  observer.disconnect();
  expect(seen).not.toContain(false);
  expect((await box(first!.title)).checked).toBe(true);
  expect((await box(second!.title)).checked).toBe(true);
});
