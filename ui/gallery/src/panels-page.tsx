import { Button } from '@mantine/core';
import {
  IconBell,
  IconBookmark,
  IconCalendar,
  IconChartBar,
  IconHome,
  IconMail,
  IconStar,
  IconUsers,
} from '@tabler/icons-react';
import { useState } from 'react';
import { FullscreenToggle, Page, PageHeader, useConfirm, type ConfirmIconColor } from '../../src/index.ts';
import {
  type AnnouncementItem,
  AnnouncementsPanel,
  ContactDialog,
  HelpMenu,
  type InboxItem,
  MessagesPanel,
  NotificationsPanel,
  type Shortcut,
  ShortcutsPanel,
} from '../../src/panels.ts';

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const paragraph = (text: string): AnnouncementItem['content'] => [
  { type: 'paragraph', children: [{ type: 'text', text }] },
];

export const NEWS: readonly AnnouncementItem[] = [
  {
    id: '1',
    title: 'The call report of December is in',
    content: paragraph(
      'All reports are of 31 December 2025 now. Net worth was restated for eleven credit unions; the former figures are kept and can be chosen in every report under “as reported”. Write to us where a figure looks strange to you.',
    ),
    startDate: ago(190),
    read: false,
    link: { uri: '/scorecard', hyperText: 'See the scorecard' },
  },
  {
    id: '2',
    title: 'Maintenance on Sunday',
    content: paragraph('From 06:00 to 07:00 UTC.'),
    startDate: ago(2900),
    read: true,
  },
  { id: '3', title: 'Turkish is complete', startDate: ago(40_000), read: false },
];

const INBOX: readonly InboxItem[] = [
  {
    id: '1',
    title: 'Lale Öztürk shared a report with you',
    description: '**Liquidity and funding**, with a note: “Look at the third chart, _please_, before we meet.”',
    time: ago(12),
    read: false,
    href: '/scorecard',
  },
  {
    id: '2',
    title: 'Import finished',
    description: '4,374 institutions in 41 s.',
    time: ago(300),
    read: false,
    icon: IconBell,
  },
  {
    id: '3',
    title: 'Welcome',
    description: 'This is where messages arrive.',
    time: ago(9000),
    read: true,
    icon: IconMail,
  },
];

const ICONS = {
  home: IconHome,
  chart: IconChartBar,
  star: IconStar,
  users: IconUsers,
  calendar: IconCalendar,
  bookmark: IconBookmark,
};

function useInbox() {
  const [items, setItems] = useState(INBOX);
  return {
    items,
    onRead: (id: string, read: boolean) => setItems(items.map((item) => (item.id === id ? { ...item, read } : item))),
    onReadAll: () => setItems(items.map((item) => ({ ...item, read: true }))),
    onRemove: (id: string) => setItems(items.filter((item) => item.id !== id)),
  };
}

const NAMED = Object.fromEntries(Object.entries(ICONS).map(([name, picture]) => [name, { picture, name }]));

/** All toolbar panels. */
export function GalleryTools() {
  const [news, setNews] = useState(NEWS);
  const [shortcuts, setShortcuts] = useState<readonly Shortcut[]>([
    { id: '1', label: 'Scorecard', description: 'Where we stand', icon: 'chart', link: '/scorecard', useRouter: true },
    { id: '2', label: 'People', description: 'Who may what', icon: 'users', link: '/users', useRouter: true },
    { id: '3', label: 'NCUA', description: 'The regulator', icon: 'star', link: 'https://ncua.gov', useRouter: false },
  ]);
  const keep = async (changed: readonly Shortcut[]) => {
    setShortcuts(changed);
    return true;
  };
  const [contact, setContact] = useState(false);
  const messages = useInbox();
  const notifications = useInbox();
  return (
    <>
      <FullscreenToggle />
      <ShortcutsPanel
        shortcuts={shortcuts}
        icons={NAMED}
        onAdd={(draft) => keep([...shortcuts, { ...draft, id: String(Date.now()) }])}
        onUpdate={(id, draft) => keep(shortcuts.map((each) => (each.id === id ? { ...draft, id } : each)))}
        onDelete={(id) => keep(shortcuts.filter((each) => each.id !== id))}
      />
      <MessagesPanel {...messages} />
      <NotificationsPanel {...notifications} />
      <HelpMenu knowledgeCenter="https://example.com/" onContact={() => setContact(true)} />
      <AnnouncementsPanel
        alerts={[
          { configuratorType: 'branch', unmappedCount: 1, label: { alone: 'Branch', within: 'branch' } },
          {
            configuratorType: 'productType',
            unmappedCount: 1240,
            label: { alone: 'Product type', within: 'product type' },
          },
        ]}
        configurable
        announcements={news}
        onRead={(id, read) => setNews(news.map((item) => (item.id === id ? { ...item, read } : item)))}
        onReadAll={() => setNews(news.map((item) => ({ ...item, read: true })))}
      />
      <ContactDialog
        opened={contact}
        onClose={() => setContact(false)}
        onSend={() => new Promise((resolve) => setTimeout(resolve, 600))}
      />
    </>
  );
}

const COLORS: readonly ConfirmIconColor[] = [
  'primary',
  'accent',
  'warn',
  'basic',
  'info',
  'success',
  'warning',
  'error',
];

export function PanelsPage() {
  const confirm = useConfirm();
  return (
    <Page>
      <PageHeader title="Panels and dialogs" purpose="The toolbar has the panels; these are the confirmations." />
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
        {COLORS.map((color) => (
          <Button
            key={color}
            variant="default"
            onClick={() =>
              void confirm({
                icon: { color, name: color === 'success' ? 'success' : color === 'info' ? 'info' : 'warning' },
                actions: { confirm: { color: color === 'warn' || color === 'accent' ? color : 'primary' } },
              })
            }
          >
            {color}
          </Button>
        ))}
        <Button variant="default" onClick={() => void confirm({ dismissible: false })}>
          not to be dismissed
        </Button>
      </div>
    </Page>
  );
}
