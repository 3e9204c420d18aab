import type { Alert, Announcement, Message, Shortcut } from '@rise/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { fill, openPortal, person, server, usePortal } from '../tests/portal.fixture.tsx';

usePortal();

const NEWS: Announcement[] = [
  {
    id: '11111111-1111-4111-8111-111111111111',
    title: 'Figures of December',
    content: [{ type: 'paragraph', children: [{ type: 'text', text: 'They are in.' }] }],
    startDate: '2026-11-01T08:00:00Z',
    read: false,
    link: { uri: '/reports', hyperText: 'See the reports' },
  },
  {
    id: '22222222-2222-4222-8222-222222222222',
    title: 'Maintenance',
    content: null,
    startDate: '2026-10-01T08:00:00Z',
    read: true,
    link: null,
  },
];
const MESSAGE: Message = {
  id: '33333333-3333-4333-8333-333333333333',
  icon: 'report',
  image: null,
  title: 'A report for you',
  description: '**Board** scorecard',
  time: '2026-11-01T08:00:00Z',
  read: false,
  link: '/reports',
  useRouter: true,
};
const SHORTCUT: Shortcut = {
  id: '44444444-4444-4444-8444-444444444444',
  label: 'Scorecard',
  description: '',
  icon: 'star',
  link: '/reports',
  useRouter: true,
};

/** A fake server that stores read marks of announcements. */
function announce(announcements: Announcement[], alerts: Alert[] = []) {
  let now = announcements;
  server.answers['GET /api/v1/announcements'] = () => Response.json({ announcements: now });
  server.answers['GET /api/v1/alerts'] = () => Response.json({ alerts });
  server.answers['POST /api/v1/announcements/read-all'] = () => {
    now = now.map((one) => ({ ...one, read: true }));
    return Response.json({ announcements: now });
  };
  for (const { id } of announcements)
    server.answers[`PUT /api/v1/announcements/${id}/read`] = (body) => {
      now = now.map((one) => (one.id === id ? { ...one, ...(body as { read: boolean }) } : one));
      return Response.json(now.find((one) => one.id === id));
    };
}

const modern = () =>
  person('tenant.user', { preferences: { scheme: null, theme: null, layout: 'modern', language: null } });

describe('the bell', () => {
  it('counts unread announcements and alerts, and opens on the alerts if there are any', async () => {
    announce(NEWS, [
      { configuratorType: 'loanType', unmappedCount: 1 },
      { configuratorType: 'branch', unmappedCount: 3 },
    ]);
    await openPortal('/user', person('tenant.admin'));
    await userEvent.click(await screen.findByRole('button', { name: 'Announcements and alerts, 3 unread' }));
    const panel = await screen.findByRole('dialog', { name: 'Announcements and alerts' });
    expect(within(panel).getByRole('tab', { selected: true }).textContent).toContain('Alerts');
    expect(within(panel).getByText('Loan type configuration has 1 unconfigured value')).toBeTruthy();
    expect(within(panel).getByText('Branch configuration has 3 unconfigured values')).toBeTruthy();
    expect(within(panel).getByRole('link', { name: 'Go to loan type configuration' }).getAttribute('href')).toBe(
      '/configuration/loanType',
    );
    expect(within(panel).getByRole('link', { name: 'Go to branch configuration' }).getAttribute('href')).toBe(
      '/configuration/branch',
    );
  });

  it('shows alerts without a link to people who may not configure', async () => {
    announce([], [{ configuratorType: 'branch', unmappedCount: 3 }]);
    await openPortal('/user', person('tenant.user'));
    await userEvent.click(await screen.findByRole('button', { name: 'Announcements and alerts, 1 unread' }));
    const panel = await screen.findByRole('dialog', { name: 'Announcements and alerts' });
    expect(within(panel).getByText('Branch configuration has 3 unconfigured values')).toBeTruthy();
    expect(within(panel).queryByRole('link')).toBeNull();
  });

  it('names tests of the model that do not pass, and leads to them', async () => {
    announce([]);
    server.answers['GET /api/v1/alerts'] = () =>
      Response.json({
        alerts: [],
        tests: { dataVersion: 4, failing: 3, tests: 5, titles: [{ en: 'Assets' }, { en: 'Loans' }] },
      });
    await openPortal('/user', person('tenant.admin'));
    await userEvent.click(await screen.findByRole('button', { name: 'Announcements and alerts, 1 unread' }));
    const panel = await screen.findByRole('dialog', { name: 'Announcements and alerts' });
    expect(within(panel).getByText('3 tests of the model do not pass: Assets, Loans and others')).toBeTruthy();
    expect(within(panel).getByRole('link', { name: 'Open the tests' }).getAttribute('href')).toBe(
      '/model/edit?panel=tests',
    );
  });

  it('has no page for a type that cannot be configured', async () => {
    server.answers['GET /api/v1/configuration/draft?type=nothing'] = () => Response.json({ draft: null });
    server.answers[
      'GET /api/v1/configuration/codes?type=nothing&filter=all&search=&order=urgent&direction=desc&offset=0&limit=100'
    ] = () => Response.json({ error: { code: 'NOT_FOUND', message: 'Not found.', requestId: 'r' } }, { status: 404 });
    await openPortal('/configuration/nothing', person('tenant.admin'));
    expect(await screen.findByRole('link', { name: 'Go to start page' })).toBeTruthy();
  });

  it('marks as read and unread, and all at once', async () => {
    announce(NEWS);
    await openPortal('/user', person('tenant.user'));
    await userEvent.click(await screen.findByRole('button', { name: /1 unread/ }));
    const panel = await screen.findByRole('dialog', { name: 'Announcements and alerts' });
    await userEvent.click(await within(panel).findByRole('button', { name: 'Mark as unread: Maintenance' }));
    await screen.findByRole('button', { name: /2 unread/ });
    await userEvent.click(within(panel).getByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /unread$/ })).toBeNull());
    expect(server.sent('POST /api/v1/announcements/read-all')).toHaveLength(1);
  });

  it('are marked in the order of the choices, however long each takes', async () => {
    announce(NEWS);
    const toggle = `PUT /api/v1/announcements/${NEWS[1]!.id}/read`;
    const readAll = 'POST /api/v1/announcements/read-all';
    const markUnread = server.answers[toggle]!;
    let answerToggle = () => {};
    server.answers[toggle] = (body) =>
      new Promise((resolve) => {
        answerToggle = () => resolve(markUnread(body));
      });
    await openPortal('/user', person('tenant.user'));
    await userEvent.click(await screen.findByRole('button', { name: /1 unread/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Mark as unread: Maintenance' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }));
    expect(await screen.findByRole('button', { name: 'Mark as unread: Maintenance' })).toBeTruthy();
    expect(server.sent(readAll)).toHaveLength(0);
    const loaded = server.sent('GET /api/v1/announcements').length;
    answerToggle();
    await waitFor(() => expect(server.sent('GET /api/v1/announcements')).toHaveLength(loaded + 1));
    expect(server.sent(readAll)).toHaveLength(1);
    expect(screen.queryByRole('button', { name: /unread$/ })).toBeNull();
  });

  it('reverts a mark that the server rejects, and says so', async () => {
    announce(NEWS);
    server.answers[`PUT /api/v1/announcements/${NEWS[1]!.id}/read`] = () =>
      Response.json({ error: { code: 'INTERNAL', message: 'x', requestId: 'r' } }, { status: 500 });
    await openPortal('/user', person('tenant.user'));
    await userEvent.click(await screen.findByRole('button', { name: /1 unread/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Mark as unread: Maintenance' }));
    await screen.findByText('Something went wrong on our side');
    expect(screen.getByRole('button', { name: /, 1 unread/, hidden: true })).toBeTruthy();
  });
});

describe('the banner', () => {
  it('shows the latest announcement with its link, and closing it marks it as read', async () => {
    announce(NEWS);
    await openPortal('/user', person('tenant.user'));
    const banner = await screen.findByRole('region', { name: 'Announcements' });
    expect(within(banner).getByText('Figures of December')).toBeTruthy();
    expect(within(banner).getByRole('link', { name: 'See the reports' }).getAttribute('href')).toBe('/reports');
    await userEvent.click(within(banner).getByRole('button', { name: 'Close announcement' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Announcements' })).toBeNull());
    expect(server.sent(`PUT /api/v1/announcements/${NEWS[0]!.id}/read`)).toEqual([{ read: true }]);
  });

  it('disappears once the latest is read, even with older ones unread', async () => {
    announce([
      { ...NEWS[0]!, read: true },
      { ...NEWS[1]!, read: false },
    ]);
    await openPortal('/user', person('tenant.user'));
    await screen.findByRole('button', { name: /1 unread/ });
    expect(screen.queryByRole('region', { name: 'Announcements' })).toBeNull();
  });
});

describe('personal lists', () => {
  it('are in the toolbar of the layouts that show them, and not in the classic one', async () => {
    server.answers['GET /api/common/messages'] = () => Response.json([MESSAGE]);
    await openPortal('/user', person('tenant.user'));
    await screen.findByRole('button', { name: 'Help' });
    expect(screen.queryByRole('button', { name: /^Messages/ })).toBeNull();
  });

  it('ask for confirmation before a message is deleted', async () => {
    let list = [MESSAGE];
    server.answers['GET /api/common/messages'] = () => Response.json(list);
    server.answers[`DELETE /api/common/messages?id=${MESSAGE.id}`] = () => {
      list = [];
      return Response.json(MESSAGE);
    };
    await openPortal('/user', modern());
    await userEvent.click(await screen.findByRole('button', { name: 'Messages, 1 unread' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Remove “A report for you”' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete this message?' });
    expect(server.sent(`DELETE /api/common/messages?id=${MESSAGE.id}`)).toHaveLength(0);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(server.sent(`DELETE /api/common/messages?id=${MESSAGE.id}`)).toHaveLength(1));
  });

  it('mark a message as read when its link is opened', async () => {
    const toggle = 'POST /api/common/messages/toggle-read-status';
    server.answers['GET /api/common/messages'] = () => Response.json([MESSAGE]);
    server.answers[toggle] = () => Response.json({ ...MESSAGE, read: true });
    const { address } = await openPortal('/user', modern());
    await userEvent.click(await screen.findByRole('button', { name: 'Messages, 1 unread' }));
    await userEvent.click(await screen.findByRole('link', { name: /A report for you/ }));
    await waitFor(() => expect(address()).toBe('/reports'));
    await waitFor(() => expect(server.sent(toggle)).toEqual([{ message: { id: MESSAGE.id, read: true } }]));
  });

  it('are changed in the order of the choices, however long each takes', async () => {
    const toggle = 'POST /api/common/messages/toggle-read-status';
    const readAll = 'GET /api/common/messages/mark-all-as-read';
    const read = [{ ...MESSAGE, read: true }];
    let list = read;
    let answerToggle = () => {};
    server.answers['GET /api/common/messages'] = () => Response.json(list);
    server.answers[toggle] = () =>
      new Promise((resolve) => {
        answerToggle = () => {
          list = [MESSAGE];
          resolve(Response.json(MESSAGE));
        };
      });
    server.answers[readAll] = () => {
      list = read;
      return Response.json(list);
    };
    await openPortal('/user', modern());
    await userEvent.click(await screen.findByRole('button', { name: 'Messages' }));
    const markUnread = { name: 'Mark as unread: A report for you' };
    await userEvent.click(await screen.findByRole('button', markUnread));
    await userEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }));
    expect(await screen.findByRole('button', markUnread)).toBeTruthy();
    expect(server.sent(readAll)).toHaveLength(0);
    const loaded = server.sent('GET /api/common/messages').length;
    answerToggle();
    // Loaded again once, when nothing is to be sent any more: between the two changes, the list is not as it was chosen.
    await waitFor(() => expect(server.sent('GET /api/common/messages')).toHaveLength(loaded + 1));
    expect(server.sent(readAll)).toHaveLength(1);
    expect(await screen.findByRole('button', markUnread)).toBeTruthy();
  });

  it('show shortcuts as links', async () => {
    server.answers['GET /api/common/shortcuts'] = () => Response.json([SHORTCUT]);
    await openPortal('/user', modern());
    await userEvent.click(await screen.findByRole('button', { name: 'Shortcuts' }));
    expect((await screen.findByRole('link', { name: /Scorecard/ })).getAttribute('href')).toBe('/reports');
  });
});

describe('a person outside any organization', () => {
  it('has no panels that belong to an organization', async () => {
    await openPortal('/user', person('global.support', { tenant: null }));
    expect(await screen.findByRole('button', { name: 'Help' })).toBeTruthy();
    for (const name of ['Shortcuts', 'Messages', 'Notifications'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });
});

describe('help', () => {
  it('links to the portal’s own documentation if no knowledge center is configured', async () => {
    await openPortal('/user', person('tenant.user'));
    await userEvent.click(await screen.findByRole('button', { name: 'Help' }));
    const link = await screen.findByRole('menuitem', { name: /Knowledge center/ });
    expect(link.getAttribute('href')).toBe('/docs');
  });

  it('links to the demo in a new tab if the installation offers it', async () => {
    await openPortal('/user', person('tenant.user'), { demoSuite: { path: '/demo/' } });
    await userEvent.click(await screen.findByRole('button', { name: 'Help' }));
    const suite = await screen.findByRole('menuitem', { name: /Demo suite/ });
    expect(suite).toMatchObject({ target: '_blank', rel: 'noopener noreferrer' });
    expect(suite.getAttribute('href')).toBe('/demo/');
  });

  it('links to the configured knowledge center in a new tab, and opens the contact dialog', async () => {
    server.answers['POST /api/v1/contact'] = () => Response.json({ received: true });
    await openPortal('/user', person('tenant.user'), { help: { url: 'https://help.example/' } });
    await userEvent.click(await screen.findByRole('button', { name: 'Help' }));
    const centre = await screen.findByRole('menuitem', { name: /Knowledge center/ });
    expect(centre).toMatchObject({ target: '_blank', rel: 'noopener noreferrer', href: 'https://help.example/' });
    expect(screen.queryByRole('menuitem', { name: /Demo suite/ })).toBeNull();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Contact us' }));
    const dialog = await screen.findByRole('dialog', { name: 'Contact us' });
    await fill(within(dialog).getByRole('textbox', { name: /Subject/ }), 'A question');
    await fill(within(dialog).getByRole('textbox', { name: /Message/ }), 'What is it?');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Send' }));
    await waitFor(() =>
      expect(server.sent('POST /api/v1/contact')).toEqual([
        { subject: 'A question', message: 'What is it?', language: 'en', website: '' },
      ]),
    );
  });
});
