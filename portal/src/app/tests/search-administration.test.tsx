import type { SearchIndex, SearchSynonym, SearchTrial } from '@rise/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { ALDER, fill, openPortal, person, server, usePortal } from './portal.fixture.tsx';

usePortal();

const ID = '0b9f2f0e-4c31-4d8a-9a54-6d1f1c5d7b01';
const AT = '2026-11-01T10:00:00.000Z';
const BASE = '/api/v1/global/search';
let index: SearchIndex;
let synonyms: SearchSynonym[];
beforeEach(() => {
  index = {
    tenants: [{ id: ALDER.id, name: ALDER.name, reports: 12, data: 340, people: 7, indexedAt: AT, changedAt: AT, isCurrent: true }], // prettier-ignore
    shared: { pages: 20, documentation: 150 },
    rebuild: null,
  };
  synonyms = [{ id: ID, language: 'tr', from: 'üye', to: 'ortak', isTwoWay: false }];
  server.answers[`GET ${BASE}/index`] = () => Response.json(index);
  server.answers[`GET ${BASE}/synonyms`] = () => Response.json({ synonyms, total: synonyms.length });
});
const open = (search = '') => openPortal(`/global/search${search}`, person('global.admin'));
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

it('the index is rebuilt with progress, and the rebuild can be canceled', async () => {
  const rebuild = { id: ID, requestedAt: AT, endedAt: null, rebuilt: 0, total: 1 };
  server.answers[`POST ${BASE}/rebuilds`] = () =>
    Response.json((index = { ...index, rebuild: { ...rebuild, state: 'running' } }));
  server.answers[`POST ${BASE}/rebuilds/${ID}/cancel`] = () =>
    Response.json((index = { ...index, rebuild: { ...rebuild, state: 'canceled', endedAt: AT } }));
  await open();
  const row = within(await screen.findByRole('row', { name: new RegExp(ALDER.name) }));
  expect(row.getAllByRole('cell').slice(0, 3).map(({ textContent }) => textContent)).toEqual(['12', '340', '7']); // prettier-ignore
  row.getByText('Up to date');
  await press('Rebuild index');
  expect(await screen.findByRole('progressbar', { name: 'Rebuilding: 0 of 1 organizations' })).toBeTruthy();
  await press('Cancel rebuild');
  expect(await screen.findByText(/^Canceled on/)).toBeTruthy();
});

it('a synonym is added, changed and deleted', async () => {
  const add = `POST ${BASE}/synonyms`;
  const change = `PUT ${BASE}/synonyms/${ID}`;
  const answer = (body: unknown) => Response.json({ id: ID, ...(body as object) });
  server.answers[add] = answer;
  server.answers[change] = answer;
  server.answers[`DELETE ${BASE}/synonyms/${ID}`] = () => {
    synonyms = [];
    return Response.json(null);
  };
  const { address } = await open();
  await userEvent.click(await screen.findByRole('radio', { name: 'Synonyms' }));
  await waitFor(() => expect(address()).toBe('/global/search?view=synonyms'));
  await fill(await screen.findByRole('textbox', { name: 'Search for' }), 'patron');
  await fill(screen.getByRole('textbox', { name: 'Also finds' }), 'member');
  await press('Add synonym');
  expect(await screen.findByText('“patron → member” is saved.')).toBeTruthy();
  expect(server.sent(add)).toEqual([{ language: 'en', from: 'patron', to: 'member', isTwoWay: true }]);
  await press('Edit üye → ortak');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Both ways' }));
  await press('Save synonym');
  await waitFor(() =>
    expect(server.sent(change)).toEqual([{ language: 'tr', from: 'üye', to: 'ortak', isTwoWay: true }]),
  );
  await press('Delete üye → ortak');
  expect(await screen.findByText('No synonyms yet')).toBeTruthy();
  await press('Undo');
  expect(await screen.findByText('“üye → ortak” was restored.')).toBeTruthy();
  expect(server.sent(add)[1]).toEqual({ language: 'tr', from: 'üye', to: 'ortak', isTwoWay: false });
});

it('what is pinned elsewhere is listed without its name, and unpinned', async () => {
  let pins = [{ id: ID, term: 'quarter end', set: 'reports', entry: null, title: null }];
  server.answers[`GET ${BASE}/curation`] = () => Response.json({ pins, hidden: [] });
  server.answers[`DELETE ${BASE}/pins/${ID}`] = () => Response.json({ pins: (pins = []), hidden: [] });
  await open('?view=curation');
  expect(await screen.findByText('Reports · for “quarter end”')).toBeTruthy();
  await press('Unpin: In an organization you are not in');
  const question = await screen.findByRole('dialog', { name: 'Unpin this result?' });
  expect(question.textContent).toContain('you cannot undo this');
  await userEvent.click(within(question).getByRole('button', { name: 'Unpin' }));
  expect(await screen.findByText('No pinned results')).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Pinned results');
});

it('a pinned result is unpinned, and pinned again by Undo', async () => {
  const entry = { set: 'pages', entry: '/home' };
  server.answers[`GET ${BASE}/curation`] = () =>
    Response.json({ pins: [{ id: ID, term: 'start', title: 'Home', ...entry }], hidden: [] });
  server.answers[`DELETE ${BASE}/pins/${ID}`] = () => Response.json({ pins: [], hidden: [] });
  server.answers[`POST ${BASE}/pins`] = () => Response.json({ pins: [], hidden: [] });
  await open('?view=curation');
  await press('Unpin: Home');
  await press('Undo');
  expect(await screen.findByText('The result is pinned again.')).toBeTruthy();
  expect(server.sent(`POST ${BASE}/pins`)).toEqual([{ term: 'start', ...entry }]);
});

it('searches without results are listed with how often and as which role', async () => {
  server.answers[`GET ${BASE}/log?of=without-results`] = () =>
    Response.json({ searches: [{ text: 'call of •••', roles: ['tenant.user'], searches: 3, opened: 0, results: 0, lastAt: AT }], total: 1 }); // prettier-ignore
  await open('?view=log');
  const row = within(await screen.findByRole('row', { name: /call of •••/ }));
  expect(row.getAllByRole('cell').slice(0, 4).map(({ textContent }) => textContent)).toEqual(['3', '0', '0', 'User']); // prettier-ignore
});

it('a trial says why a result has its place, and pins it', async () => {
  const trial: SearchTrial = {
    expansions: [{ text: 'member', synonym: 'patron → member' }],
    isInTenant: false,
    sets: [
      {
        id: 'pages',
        label: 'Pages',
        isCurated: true,
        results: [
          { id: 'users', title: 'Users', rank: 'text', weight: 4.5, isForeign: false, synonym: 'patron → member', matches: [{ word: 'member', field: 'detail', kind: 'form' }] }, // prettier-ignore
        ],
      },
    ],
  };
  server.answers[`POST ${BASE}/trial`] = () => Response.json(trial);
  server.answers[`POST ${BASE}/pins`] = () => Response.json({ pins: [], hidden: [] });
  await open('?view=trial');
  await fill(await screen.findByRole('textbox', { name: 'Search for' }), 'patron');
  await userEvent.selectOptions(screen.getByLabelText('As'), 'Administrator');
  await press('Search for it');
  expect(await screen.findByText('Words in its texts · weight 4.5 · by synonym patron → member')).toBeTruthy();
  expect(screen.getByText('“member” in another form in description')).toBeTruthy();
  expect(server.sent(`POST ${BASE}/trial`)).toEqual([{ query: 'patron', role: 'tenant.admin', language: 'en' }]);
  await press('Pin Users');
  expect(await screen.findByText('“Users” is pinned for “patron”.')).toBeTruthy();
});
