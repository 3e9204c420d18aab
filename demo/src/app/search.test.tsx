import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
// First: it stands a simulation of its own in for the one that the client would start.
import { openDemo, useDemoSetup } from './demo.fixture.tsx';
import { call } from '../client/client.ts';
import { routeTable } from './route-table.ts';

useDemoSetup();
const user = userEvent.setup({ delay: null });
const search = (query: string) => call('POST /api/common/search/records', { body: { query } });

/** `$name` takes one segment, `{-$name}` one or none. */
const patterns = routeTable.map(
  ({ path }) => new RegExp(`^${path.replaceAll(/\/\{-\$\w+\}/g, '(/[^/]+)?').replaceAll(/\$\w+/g, '[^/]+')}$`),
);

async function openHit(query: string, title: string) {
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox'), query);
  const hit = await waitFor(() => {
    const option = screen.getAllByRole('option').find(({ textContent }) => textContent.includes(title));
    expect(option, title).toBeDefined();
    return option!;
  });
  await user.click(hit.querySelector('a') ?? hit);
}

test('every hit has an address of a screen', async () => {
  const sets = (await Promise.all(['re', 'an', 'pdf', 'phishing'].map(search))).flat();
  const links = sets.flatMap(({ results }) => results.map(({ link }) => link));
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter((link) => !patterns.some((path) => path.test(link.split('?')[0]!)))).toEqual([]);
});

test('the palette finds records of all apps, and a hit opens its record', async () => {
  const { address } = await openDemo('/pages/activities');
  await screen.findByRole('button', { name: 'Search' });
  await openHit('phishing', 'Recognize a phishing page');
  expect(await screen.findByRole('heading', { level: 1, name: 'Recognize a phishing page' })).toBeDefined();

  const [, ...older] = (await call('GET /api/apps/mailbox/mails', { query: { folder: 'inbox', page: 2 } })).mails!;
  await openHit(older[0]!.subject, older[0]!.subject);
  await waitFor(() => expect(address()).toBe(`/apps/mailbox/inbox/2/${older[0]!.id}`));

  const [board] = await call('GET /api/apps/scrumboard/boards');
  const { lists } = (await call('GET /api/apps/scrumboard/board', { query: { id: board!.id } }))!;
  const card = lists.flatMap(({ cards }) => cards)[0]!;
  await openHit(card.title, card.title);
  await waitFor(() => expect(address()).toBe(`/apps/scrumboard/${board!.id}/card/${card.id}`));
});
