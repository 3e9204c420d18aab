import type { AdministeredAnnouncement, AdministeredAnnouncements } from '@rise/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { ALDER, BIRCH, fill, openPortal, person, server, usePortal } from './portal.fixture.tsx';

usePortal();
afterEach(() => localStorage.clear());

const ID = '018f3a52-7d1c-7000-8000-000000000001';
const LIST = 'GET /api/v1/global/announcements';
const CREATE = 'POST /api/v1/global/announcements';
const stored: AdministeredAnnouncement = {
  id: ID,
  title: { en: 'Maintenance', tr: 'Bakım' },
  content: { en: [{ type: 'paragraph', children: [{ type: 'text', text: 'Tonight', bold: true }] }], tr: null },
  link: null,
  startDate: '2026-11-01T08:00:12.345Z',
  endDate: null,
  tenants: [BIRCH.id],
  roles: ['tenant.admin'],
  state: 'active',
  readers: 3,
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-02T08:00:00.000Z',
};
const admin = person('global.admin', { kind: 'global' });
const page = async (announcements: AdministeredAnnouncement[], address = '/global/announcements') => {
  const counts = { draft: 0, scheduled: 0, active: announcements.length, ended: 0 };
  const body: AdministeredAnnouncements = {
    announcements,
    total: announcements.length,
    counts,
    tenants: [ALDER, BIRCH].map(({ id, name }) => ({ id, name })),
  };
  server.answers[LIST] = () => Response.json(body);
  server.answers[`${LIST}/${ID}`] = () => Response.json(stored);
  return openPortal(address, admin);
};
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const form = async () => within(await screen.findByRole('dialog', { name: 'New announcement' }));
const banner = () => screen.queryByRole('region', { name: 'Announcements' });
const PREVIEW = 'This is a preview — close this banner to reopen the announcement form to publish';

describe('the form of an announcement', () => {
  it('is previewed in the banner, whose closing reopens it with everything in it, and then published', async () => {
    await page([]);
    await press('New announcement');
    const first = await form();
    await waitFor(() => expect(document.activeElement).toBe(first.getByRole('textbox', { name: /^Title in English/ })));
    await fill(first.getByRole('textbox', { name: /^Title in English/ }), 'Maintenance');
    await fill(first.getByRole('textbox', { name: /^Content in English/ }), 'Save **now**');
    await userEvent.click(first.getByRole('radio', { name: 'Turkish' }));
    await fill(first.getByRole('textbox', { name: /^Title in Turkish/ }), 'Bakım');
    await fill(first.getByRole('textbox', { name: /^Link address/ }), '/reports');
    await userEvent.click(first.getByRole('radio', { name: 'English' }));
    await fill(first.getByRole('textbox', { name: /^Link text in English/ }), 'See');

    await press('Preview');
    await screen.findByText(PREVIEW);
    expect(screen.queryByRole('dialog')).toBeNull();
    const shown = within(banner()!);
    expect(shown.getByText('Maintenance')).toBeTruthy();
    expect(shown.getByText('now').tagName).toBe('STRONG');
    expect(shown.getByRole('link', { name: 'See' }).getAttribute('href')).toBe('/reports');
    expect(server.sent(CREATE)).toEqual([]);

    await userEvent.click(shown.getByRole('button', { name: 'Close announcement' }));
    const again = await form();
    expect(banner()).toBeNull();
    expect(again.getByRole('textbox', { name: /^Content in English/ })).toHaveProperty('value', 'Save **now**');
    server.answers[CREATE] = () => Response.json(stored);
    await press('Publish');
    await screen.findByText('“Maintenance” was published.');
    expect(server.sent(CREATE)).toEqual([
      {
        title: { en: 'Maintenance', tr: 'Bakım' },
        content: {
          en: [
            {
              type: 'paragraph',
              children: [
                { type: 'text', text: 'Save ' },
                { type: 'text', text: 'now', bold: true },
              ],
            },
          ],
          tr: null,
        },
        link: { uri: '/reports', hyperText: { en: 'See' } },
        startDate: null,
        endDate: null,
        tenants: null,
        roles: null,
        publish: true,
      },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('has what was written after a reload, in the preview, too, until that is discarded', async () => {
    await page([], '/global/announcements?form=new');
    await fill((await form()).getByRole('textbox', { name: /^Title in English/ }), 'Half written');
    cleanup();
    await page([], '/global/announcements?form=new&preview=en');
    await screen.findByText(PREVIEW);
    await userEvent.click(within(banner()!).getByRole('button', { name: 'Close announcement' }));
    expect((await form()).getByRole('textbox', { name: /^Title in English/ })).toHaveProperty('value', 'Half written');
  });

  it('says what is missing at the fields, and sends nothing', async () => {
    await page([], '/global/announcements?form=new');
    const drawer = await form();
    await fill(drawer.getByRole('textbox', { name: /^Content in English/ }), '[here](javascript:alert(1))');
    await userEvent.click(drawer.getByRole('radio', { name: 'Chosen tenants' }));
    await press('Publish');
    expect(await drawer.findByText('Enter a text.')).toBeTruthy();
    expect(drawer.getByText(/^Use a path of the portal/)).toBeTruthy();
    expect(drawer.getByText('Choose at least one.')).toBeTruthy();
    expect(drawer.getByRole('alert').textContent).toBe('Correct the marked fields.');
    expect(server.sent(CREATE)).toEqual([]);
  });

  it('changes a published one, keeps its start to the millisecond, and says whom someone else overtook', async () => {
    await page([stored], `/global/announcements?form=${ID}`);
    expect(await screen.findByRole('textbox', { name: /^Content in English/ })).toHaveProperty('value', '**Tonight**');
    const drawer = within(screen.getByRole('dialog', { name: 'Edit announcement' }));
    await fill(drawer.getByRole('textbox', { name: /^Title in English/ }), ' moved');
    const change = `PATCH /api/v1/global/announcements/${ID}`;
    server.answers[change] = () =>
      Response.json({ error: { code: 'CONFLICT', message: 'x', requestId: 'r' } }, { status: 409 });
    await press('Save changes');
    expect((await drawer.findByRole('alert')).textContent).toMatch(/^Your change was not saved/);
    expect(server.sent(change)).toMatchObject([
      { title: { en: 'Maintenance moved', tr: 'Bakım' }, startDate: stored.startDate, basedOn: stored.updatedAt },
    ]);
  });
});

it('the list says state, times with their zone, audience and readers, and ends an active one', async () => {
  await page([stored]);
  const item = within(await screen.findByRole('listitem', { name: 'Maintenance' }));
  expect(item.getByText('Active')).toBeTruthy();
  expect(item.getByText(/^From Nov 1, 2026.*(?:GMT|UTC|[A-Z]{3,4}).* · no end$/)).toBeTruthy();
  expect(item.getByText(`For ${BIRCH.name} · Tenant administrators`)).toBeTruthy();
  expect(item.getByText('Read by 3 people')).toBeTruthy();
  server.answers[`POST /api/v1/global/announcements/${ID}/end`] = () => Response.json({ ...stored, state: 'ended' });
  await userEvent.click(item.getByRole('button', { name: 'End Maintenance now' }));
  await screen.findByText('“Maintenance” has ended.');
  const change = `PATCH /api/v1/global/announcements/${ID}`;
  server.answers[change] = () => Response.json(stored);
  await press('Undo');
  await screen.findByText('“Maintenance” is shown again.');
  expect(server.sent(change)).toEqual([{ endDate: null, basedOn: stored.updatedAt }]);
  server.answers[`${LIST}/${ID}/readers`] = () =>
    Response.json({ tenants: [{ id: BIRCH.id, name: BIRCH.name, people: 5, read: 3 }], others: null });
  await userEvent.click(item.getByRole('button', { name: 'Readers of Maintenance' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'How many have read it' }));
  expect(await drawer.findByRole('row', { name: `${BIRCH.name} 3 5` })).toBeTruthy();
});

it('a draft is published from the list once it was said who sees it', async () => {
  const change = `PATCH /api/v1/global/announcements/${ID}`;
  server.answers[change] = () => Response.json(stored);
  await page([{ ...stored, state: 'draft', startDate: null, tenants: null, roles: null }]);
  await press('Publish Maintenance');
  const question = await screen.findByRole('dialog', { name: 'Publish “Maintenance”?' });
  expect(question.textContent).toContain('For all tenants. They see it at once');
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(server.sent(change)).toEqual([]);
  await press('Publish Maintenance');
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Publish' }));
  await screen.findByText('“Maintenance” was published.');
  expect(server.sent(change)).toEqual([{ publish: true, basedOn: stored.updatedAt }]);
});

it('closing the preview and then the form leaves nothing that Back would open again', async () => {
  const { router } = await page([]);
  await press('New announcement');
  await fill((await form()).getByRole('textbox', { name: 'Title in English' }), 'Hello');
  await userEvent.click((await form()).getByRole('button', { name: 'Preview' }));
  await waitFor(() => expect(router.state.location.href).toContain('preview=en'));
  await userEvent.click(within(banner()!).getByRole('button', { name: 'Close announcement' }));
  await form();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.href).toBe('/global/announcements');
  expect(router.history.canGoBack()).toBe(false);
});
