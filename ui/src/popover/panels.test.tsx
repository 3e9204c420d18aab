import { IconHome, IconStar } from '@tabler/icons-react';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Rise } from '../testing/rise.tsx';
import { ContactDialog, type ContactMessage } from '../contact/contact-dialog.tsx';
import { HelpMenu } from '../toolbar/help-menu.tsx';
import type { InboxItem } from '../inbox/inbox-panel.tsx';
import { MessagesPanel, NotificationsPanel } from '../inbox/inbox-panels.tsx';
import type { ShortcutDraft } from '../shortcuts/shortcut.ts';
import { ShortcutsPanel } from '../shortcuts/shortcuts-panel.tsx';
import { type PersonStatus, UserMenu } from '../people/user-menu.tsx';

const show = (children: React.ReactNode) => render(<Rise>{children}</Rise>);
const nothing = () => vi.fn<() => void>();

afterEach(cleanup);

const ITEMS: readonly InboxItem[] = [
  {
    id: '1',
    title: 'Report shared',
    description: 'Lale shared **Liquidity** with _you_',
    time: '2026-01-20T10:00:00Z',
    read: false,
    href: '/reports',
  },
  { id: '2', title: 'Import done', description: 'snake_case_name stays', time: '2026-01-19T10:00:00Z', read: true },
];

describe('messages and notifications', () => {
  it('are counted, read, unread and removed', async () => {
    const onRead = vi.fn<(id: string, read: boolean) => void>();
    const [onReadAll, onRemove] = [nothing(), vi.fn<(id: string) => void>()];
    show(<MessagesPanel items={ITEMS} onRead={onRead} onReadAll={onReadAll} onRemove={onRemove} />);
    await userEvent.click(screen.getByRole('button', { name: 'Messages, 1 unread' }));
    await screen.findByRole('dialog', { name: 'Messages' });
    await userEvent.click(screen.getByRole('button', { name: 'Mark as read: Report shared' }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove “Import done”' }));
    await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));
    expect(onRead).toHaveBeenCalledWith('1', true);
    expect(onRemove).toHaveBeenCalledWith('2');
    expect(onReadAll).toHaveBeenCalledOnce();
    expect(screen.getByRole('link', { name: /Report shared/ }).getAttribute('href')).toBe('/reports');
    expect(screen.queryByRole('link', { name: /Import done/ })).toBeNull();
  });

  it('support emphasis only', async () => {
    show(<NotificationsPanel items={ITEMS} onRead={nothing()} onReadAll={nothing()} onRemove={nothing()} />);
    await userEvent.click(screen.getByRole('button', { name: 'Notifications, 1 unread' }));
    expect((await screen.findByText('Liquidity')).tagName).toBe('STRONG');
    expect(screen.getByText('you').tagName).toBe('EM');
    expect(screen.getByText('snake_case_name stays')).toBeTruthy();
  });

  it('show an empty state without mark buttons', async () => {
    show(<NotificationsPanel items={[]} onRead={nothing()} onReadAll={nothing()} onRemove={nothing()} />);
    await userEvent.click(screen.getByRole('button', { name: 'Notifications' }));
    expect(await screen.findByText('No notifications')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Mark all as read' }).disabled).toBe(true);
  });
});

describe('a panel', () => {
  it('closes on a click outside, not on one in a dialog above, and keeps focus when a line is removed', async () => {
    const row = (items: readonly InboxItem[]) => (
      <Rise>
        <MessagesPanel items={items} onRead={nothing()} onReadAll={nothing()} onRemove={nothing()} />
        <p>The page</p>
        <div data-portal>A question</div>
      </Rise>
    );
    const { rerender } = render(row(ITEMS));
    await userEvent.click(screen.getByRole('button', { name: 'Messages, 1 unread' }));
    const panel = await screen.findByRole('dialog', { name: 'Messages' });
    screen.getByRole('button', { name: 'Remove “Import done”' }).focus();
    rerender(row(ITEMS.slice(0, 1)));
    await waitFor(() => expect(panel.contains(document.activeElement)).toBe(true));
    await userEvent.click(screen.getByText('A question'));
    await userEvent.click(within(panel).getByRole('listitem'));
    expect(screen.queryByRole('dialog', { name: 'Messages' })).toBeTruthy();
    await userEvent.click(screen.getByText('The page'));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Messages' })).toBeNull());
  });
});

it('a panel closes when Back leads elsewhere', async () => {
  show(<MessagesPanel items={ITEMS} onRead={nothing()} onReadAll={nothing()} onRemove={nothing()} />);
  await userEvent.click(screen.getByRole('button', { name: 'Messages, 1 unread' }));
  await screen.findByRole('dialog', { name: 'Messages' });
  fireEvent(window, new PopStateEvent('popstate'));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Messages' })).toBeNull());
});

describe('shortcuts', () => {
  const ICONS = { home: { picture: IconHome, name: 'House' }, star: { picture: IconStar, name: 'Star' } };
  const HOME = { id: '1', label: 'Home', description: 'Start', icon: 'home', link: '/home', useRouter: true };
  const panel = () => {
    const calls = {
      onAdd: vi.fn<(draft: ShortcutDraft) => Promise<boolean>>().mockResolvedValue(true),
      onUpdate: vi.fn<(id: string, draft: ShortcutDraft) => Promise<boolean>>().mockResolvedValue(true),
      onDelete: vi.fn<(id: string) => Promise<boolean>>().mockResolvedValue(true),
    };
    show(<ShortcutsPanel shortcuts={[HOME]} icons={ICONS} {...calls} />);
    return calls;
  };

  it('are links, and open the form in edit mode', async () => {
    const { onUpdate, onDelete } = panel();
    await userEvent.click(screen.getByRole('button', { name: 'Shortcuts' }));
    expect((await screen.findByRole('link', { name: /Home/ })).getAttribute('href')).toBe('/home');
    await userEvent.click(screen.getByRole('button', { name: 'Edit shortcuts' }));
    expect(screen.queryByRole('link', { name: /Home/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /^Edit shortcut Home/ }));
    const label = screen.getByRole('textbox', { name: /Label/ });
    await userEvent.clear(label);
    await userEvent.type(label, 'Start page');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(onUpdate).toHaveBeenCalledWith('1', expect.objectContaining({ label: 'Start page', link: '/home' }));
    await userEvent.click(await screen.findByRole('button', { name: /^Edit shortcut Home/ }));
    onDelete.mockResolvedValueOnce(false);
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(onDelete).toHaveBeenCalledWith('1');
    // Canceling returns to the list.
    expect(screen.getByRole('textbox', { name: /Label/ })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('textbox', { name: /Label/ })).toBeNull());
  });

  it('keep unsaved input after an error and after closing the panel', async () => {
    const { onAdd } = panel();
    onAdd.mockResolvedValueOnce(false);
    await userEvent.click(screen.getByRole('button', { name: 'Shortcuts' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Add shortcut' }));
    const typed = () => screen.getByRole<HTMLInputElement>('textbox', { name: /Label/ }).value;
    await userEvent.type(screen.getByRole('textbox', { name: /Label/ }), 'NCUA');
    await userEvent.click(screen.getByRole('radio', { name: 'Star' }));
    await userEvent.type(screen.getByRole('textbox', { name: /Link/ }), '/home');
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(onAdd).toHaveBeenCalledOnce());
    expect(typed()).toBe('NCUA');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'Shortcuts' }));
    await screen.findByRole('dialog', { name: 'Add shortcut' });
    expect(typed()).toBe('NCUA');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await userEvent.click(screen.getByRole('button', { name: 'Add shortcut' }));
    expect(typed()).toBe('');
  });

  it('are added when valid, and show issues otherwise', async () => {
    const { onAdd } = panel();
    await userEvent.click(screen.getByRole('button', { name: 'Shortcuts' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Add shortcut' }));
    const add = screen.getByRole('button', { name: 'Add' });
    await userEvent.click(add);
    expect(screen.getByText('Label is required')).toBeTruthy();
    expect(screen.getByText('Icon is required')).toBeTruthy();
    expect(screen.getByText('Link is required')).toBeTruthy();
    await userEvent.type(screen.getByRole('textbox', { name: /Label/ }), 'NCUA');
    await userEvent.click(screen.getByRole('radio', { name: 'Star' }));
    await userEvent.type(screen.getByRole('textbox', { name: /Link/ }), 'https://ncua.gov');
    expect(screen.getByText('Link is not valid: Starts with a slash, such as /reports')).toBeTruthy();
    await userEvent.click(add);
    expect(onAdd).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('switch', { name: /Page of this portal/ }));
    await userEvent.click(add);
    expect(onAdd).toHaveBeenCalledWith({
      label: 'NCUA',
      description: '',
      icon: 'star',
      link: 'https://ncua.gov',
      useRouter: false,
    });
  });
});

describe('help', () => {
  it('links to the knowledge center in a new tab, and to the contact form', async () => {
    const onContact = nothing();
    show(<HelpMenu knowledgeCenter="https://docs.example/" onContact={onContact} />);
    await userEvent.click(screen.getByRole('button', { name: 'Help' }));
    const center = await screen.findByRole('menuitem', { name: /Knowledge center/ });
    expect([center.getAttribute('href'), center.getAttribute('target'), center.getAttribute('rel')]).toEqual([
      'https://docs.example/',
      '_blank',
      'noopener noreferrer',
    ]);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Contact us' }));
    expect(onContact).toHaveBeenCalledOnce();
  });
});

describe('the contact dialog', () => {
  const dialog = async (onSend: (message: ContactMessage) => Promise<void>) => {
    const onClose = nothing();
    show(<ContactDialog opened onClose={onClose} onSend={onSend} />);
    await screen.findByRole('dialog', { name: 'Contact us' });
    return onClose;
  };

  it('does not close on a click outside', async () => {
    const onClose = await dialog(() => Promise.resolve());
    await userEvent.click(document.querySelector('.mantine-Modal-overlay')!);
    await userEvent.click(document.querySelector('.mantine-Modal-inner')!);
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('shows missing fields at the field and in a summary', async () => {
    const onSend = vi.fn<(message: ContactMessage) => Promise<void>>();
    await dialog(onSend);
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(
      within(screen.getByRole('alert'))
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Subject is required', 'Message is required']);
    expect(screen.getAllByText('Subject is required')).toHaveLength(2);
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /Subject/ }));
    expect(onSend).not.toHaveBeenCalled();
  });

  it('sends, and keeps the input on failure', async () => {
    const onSend = vi.fn<(message: ContactMessage) => Promise<void>>();
    onSend.mockRejectedValueOnce(new Error('no')).mockResolvedValueOnce();
    await dialog(onSend);
    await userEvent.type(screen.getByRole('textbox', { name: /Subject/ }), 'A question');
    await userEvent.type(screen.getByRole('textbox', { name: /Message/ }), 'Where is it?');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Your text is still here');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Subject/ }).value).toBe('A question');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Your message has been sent')).toBeTruthy();
    expect(onSend).toHaveBeenLastCalledWith({ subject: 'A question', message: 'Where is it?' });
  });
});

describe('the account', () => {
  it('applies a status at once', async () => {
    const onChange = vi.fn<(status: PersonStatus) => void>();
    show(
      <UserMenu
        person={{ firstName: 'Ada', lastName: 'Novak', email: 'ada@alder.example' }}
        status={{ current: 'online', onChange }}
      />,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Ada Novak’s account' }));
    await screen.findByText('Status');
    expect(
      screen
        .getAllByRole('menuitemradio')
        .slice(0, 4)
        .map((item) => item.textContent),
    ).toEqual(['Online', 'Away', 'Busy', 'Invisible']);
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Away' }));
    expect(onChange).toHaveBeenCalledWith('away');
  });
});
