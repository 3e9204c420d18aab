import { IconActivity, IconMail } from '@tabler/icons-react';
import { usePanelTexts } from '../texts/panel-texts.ts';
import { InboxPanel, type InboxPanelProps } from './inbox-panel.tsx';

export function MessagesPanel(props: InboxPanelProps) {
  const panelTexts = usePanelTexts();
  return (
    <InboxPanel
      {...props}
      icon={IconMail}
      title={panelTexts.messages}
      countText={panelTexts.messagesCount}
      emptyTitle={panelTexts.noMessagesTitle}
      emptyText={panelTexts.noMessagesText}
    />
  );
}

export function NotificationsPanel(props: InboxPanelProps) {
  const panelTexts = usePanelTexts();
  return (
    <InboxPanel
      {...props}
      icon={IconActivity}
      title={panelTexts.notifications}
      countText={panelTexts.notificationsCount}
      emptyTitle={panelTexts.noNotificationsTitle}
      emptyText={panelTexts.noNotificationsText}
    />
  );
}
