import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Rise } from '../testing/rise.tsx';
import { AnnouncementBanner } from './announcement-banner.tsx';
import type { AlertItem, AnnouncementItem } from './announcement.ts';
import { AnnouncementsPanel, type AnnouncementsPanelProps } from './announcements-panel.tsx';
import { relativeTime } from '../time/relative-time.tsx';

const ALERTS: readonly AlertItem[] = [
  { configuratorType: 'branch', unmappedCount: 1, label: { alone: 'Branch', within: 'branch' } },
  { configuratorType: 'productType', unmappedCount: 1200, label: { alone: 'Product type', within: 'product type' } },
];
const NEWS: readonly AnnouncementItem[] = [
  {
    id: 'a',
    title: 'Figures of December are in',
    content: [{ type: 'paragraph', children: [{ type: 'text', text: 'All reports are of 31 December.' }] }],
    startDate: '2026-01-20T10:00:00Z',
    read: false,
    link: { uri: '/reports', hyperText: 'See the reports' },
  },
  { id: 'b', title: 'Maintenance', startDate: '2026-01-10T10:00:00Z', read: true },
];

const panel = (props: Partial<AnnouncementsPanelProps>) => (
  <Rise>
    <AnnouncementsPanel
      alerts={[]}
      configurable
      announcements={[]}
      onRead={vi.fn<() => void>()}
      onReadAll={vi.fn<() => void>()}
      {...props}
    />
  </Rise>
);
const open = async (name: RegExp | string) => {
  await userEvent.click(screen.getByRole('button', { name }));
  return screen.findByRole('dialog', { name: 'Announcements and alerts' });
};
const tab = (name: RegExp) => screen.getByRole('tab', { name });

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('the bell', () => {
  it('counts unread announcements and all alerts', () => {
    render(panel({ alerts: ALERTS, announcements: NEWS }));
    const bell = screen.getByRole('button', { name: 'Announcements and alerts, 3 unread' });
    expect(bell.textContent).toBe('3');
  });

  it('has no badge without items', () => {
    render(panel({}));
    expect(screen.getByRole('button', { name: 'Announcements and alerts' }).textContent).toBe('');
  });

  it('opens on the alerts if there are any, else on the announcements', async () => {
    const { unmount } = render(panel({ alerts: ALERTS, announcements: NEWS }));
    await open(/3 unread/);
    expect(screen.getAllByRole('tab').map((item) => item.textContent)).toEqual(['Alerts2', 'Announcements1']);
    expect(tab(/Alerts/).getAttribute('aria-selected')).toBe('true');
    unmount();
    render(panel({ announcements: NEWS }));
    await open(/1 unread/);
    expect(tab(/Announcements/).getAttribute('aria-selected')).toBe('true');
  });

  it('shows the number of values of an alert, singular and plural, and links to their configuration', async () => {
    render(panel({ alerts: ALERTS }));
    const dialog = await open(/2 unread/);
    expect(within(dialog).getByText('Branch configuration has 1 unconfigured value')).toBeTruthy();
    expect(within(dialog).getByText('Product type configuration has 1,200 unconfigured values')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to branch configuration' }).getAttribute('href')).toBe(
      '/configuration/branch',
    );
    expect(screen.getByRole('link', { name: 'Go to product type configuration' }).getAttribute('href')).toBe(
      '/configuration/productType',
    );
  });

  it('says why a list is empty', async () => {
    render(panel({}));
    await open('Announcements and alerts');
    expect(screen.getByText('Stay tuned for upcoming announcements')).toBeTruthy();
    expect(screen.getByText('When you have new announcements, they will appear here.')).toBeTruthy();
    await userEvent.click(tab(/Alerts/));
    expect(screen.getByText('There are no alerts')).toBeTruthy();
    expect(screen.getByText('When you have new alerts, they will appear here.')).toBeTruthy();
  });

  it('marks one, and all, as read', async () => {
    const onRead = vi.fn<(id: string, read: boolean) => void>();
    const onReadAll = vi.fn<() => void>();
    render(panel({ announcements: NEWS, onRead, onReadAll }));
    await open(/1 unread/);
    await userEvent.click(screen.getByRole('button', { name: 'Mark as read: Figures of December are in' }));
    await userEvent.click(screen.getByRole('button', { name: 'Mark as unread: Maintenance' }));
    await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));
    expect(onRead.mock.calls).toEqual([
      ['a', true],
      ['b', false],
    ]);
    expect(onReadAll).toHaveBeenCalledOnce();
  });

  it('closes on Escape and returns focus', async () => {
    render(panel({ announcements: NEWS }));
    await open(/1 unread/);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /1 unread/ }));
  });
});

describe('the mark of an announcement', () => {
  it('says what it does after 500 ms, not before', async () => {
    render(panel({ announcements: NEWS }));
    await open(/1 unread/);
    const waits = vi.spyOn(globalThis, 'setTimeout');
    await userEvent.hover(screen.getByRole('button', { name: 'Mark as read: Figures of December are in' }));
    expect((await screen.findByText('Mark as read')).getAttribute('role')).toBe('tooltip');
    expect(waits.mock.calls.some(([, wait]) => wait === 500)).toBe(true);
  });
});

describe('a long announcement', () => {
  const heights = (scroll: number, client: number) => {
    vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(scroll);
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(client);
  };

  it('shows two lines, more, and less again', async () => {
    heights(80, 36);
    render(panel({ announcements: NEWS }));
    await open(/1 unread/);
    const text = screen.getByText('All reports are of 31 December.').parentElement!;
    expect(text.hasAttribute('data-clamped')).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'View more' }));
    expect(text.hasAttribute('data-clamped')).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'View less' }));
    expect(text.hasAttribute('data-clamped')).toBe(true);
  });

  it('offers no button if all of it is visible', async () => {
    heights(36, 36);
    render(panel({ announcements: NEWS }));
    await open(/1 unread/);
    expect(screen.queryByRole('button', { name: 'View more' })).toBeNull();
  });
});

describe('the banner', () => {
  it('shows the announcement with its link text, and closes', async () => {
    const onClose = vi.fn<() => void>();
    render(
      <Rise>
        <AnnouncementBanner announcement={NEWS[0]!} onClose={onClose} />
      </Rise>,
    );
    expect(screen.getByText('Figures of December are in')).toBeTruthy();
    expect(screen.getByText('All reports are of 31 December.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See the reports' }).getAttribute('href')).toBe('/reports');
    expect(screen.queryByText(/This is a preview/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Close announcement' }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('shows formatted text with its links', () => {
    const content: AnnouncementItem['content'] = [
      { type: 'paragraph', children: [{ type: 'text', text: 'Tonight', bold: true }] },
      {
        type: 'list',
        ordered: true,
        items: [
          [{ type: 'text', text: 'Save your work' }],
          [{ type: 'link', uri: 'https://status.example/', children: [{ type: 'text', text: 'Status' }] }],
        ],
      },
    ];
    render(
      <Rise>
        <AnnouncementBanner announcement={{ title: 'Maintenance', content }} onClose={vi.fn<() => void>()} />
      </Rise>,
    );
    expect(screen.getByText('Tonight').tagName).toBe('STRONG');
    expect(within(screen.getByRole('list')).getAllByRole('listitem')).toHaveLength(2);
    expect(screen.getByRole('link', { name: 'Status' }).getAttribute('rel')).toBe('noopener noreferrer');
  });

  it('says that it is a preview', () => {
    render(
      <Rise>
        <AnnouncementBanner announcement={NEWS[1]!} preview onClose={vi.fn<() => void>()} />
      </Rise>,
    );
    expect(
      screen.getByText('This is a preview — close this banner to reopen the announcement form to publish'),
    ).toBeTruthy();
  });
});

describe('relative times', () => {
  const now = Date.parse('2026-01-20T12:00:00Z');
  it.each([
    ['2026-01-20T11:59:40Z', 'now', 'şimdi'],
    ['2026-01-20T11:58:30Z', '1 minute ago', '1 dakika önce'],
    ['2026-01-20T09:00:00Z', '3 hours ago', '3 saat önce'],
    ['2026-01-19T11:00:00Z', 'yesterday', 'dün'],
    ['2026-01-05T12:00:00Z', '2 weeks ago', '2 hafta önce'],
    ['2026-01-21T12:00:00Z', 'tomorrow', 'yarın'],
  ])('%s is “%s”', (iso, en, tr) => {
    expect(relativeTime(Date.parse(iso), now, 'en')).toBe(en);
    expect(relativeTime(Date.parse(iso), now, 'tr')).toBe(tr);
  });
});
