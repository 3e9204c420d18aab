import { IconActivity, IconMail } from '@tabler/icons-react';
import { useShellTexts } from '../theme/shell-texts.ts';
import { InboxPanel, type InboxPanelProps } from './inbox-panel.tsx';

export function MessagesPanel(props: InboxPanelProps) {
  const shell = useShellTexts();
  return (
    <InboxPanel
      {...props}
      icon={IconMail}
      title={shell.messages}
      countText={shell.messagesCount}
      emptyTitle={shell.noMessagesTitle}
      emptyText={shell.noMessagesText}
    />
  );
}

export function NotificationsPanel(props: InboxPanelProps) {
  const shell = useShellTexts();
  return (
    <InboxPanel
      {...props}
      icon={IconActivity}
      title={shell.notifications}
      countText={shell.notificationsCount}
      emptyTitle={shell.noNotificationsTitle}
      emptyText={shell.noNotificationsText}
    />
  );
}
