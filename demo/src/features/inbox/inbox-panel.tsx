import { useConfirm } from '@rise/ui';
import { MessagesPanel, NotificationsPanel, panelStatus } from '@rise/ui/panels';
import { useFailureDialog } from '../../client/use-failure-dialog.ts';
import { icons } from '@rise/shell/navigation/icons';
import type { Inbox, InboxKind } from './inbox.queries.ts';
import { useInboxTexts } from './inbox.texts.ts';

const isKnown = (icon: string): icon is keyof typeof icons => Object.hasOwn(icons, icon);

/** A list behind a toolbar button. Opening an item marks it as read; deleting asks for confirmation. */
export function InboxPanel({ kind, inbox }: { kind: InboxKind; inbox: Inbox }) {
  const t = useInboxTexts();
  const confirm = useConfirm();
  const showFailure = useFailureDialog();
  const { list, retry, setRead, readAll, remove } = inbox;
  const items = (list.data ?? []).map(({ link, useRouter, icon, ...item }) => ({
    ...item,
    href: link,
    external: link !== null && !useRouter,
    ...(icon !== null && isKnown(icon) && { icon: icons[icon] }),
  }));
  const confirmDelete = async (id: string) => {
    const answer = await confirm({
      title: t(kind === 'messages' ? 'deleteMessage' : 'deleteNotification'),
      message: t('deleteText', { title: items.find((item) => item.id === id)?.title ?? '' }),
      actions: { confirm: { label: t('delete'), color: 'warn' }, cancel: { label: t('cancel') } },
    });
    if (answer === 'confirmed') await remove(id).catch(showFailure);
  };
  const Panel = kind === 'messages' ? MessagesPanel : NotificationsPanel;
  return (
    <Panel
      items={items}
      status={panelStatus(list)}
      onRead={(id, read) => void setRead(id, read).catch(showFailure)}
      onReadAll={() => void readAll().catch(showFailure)}
      onRemove={(id) => void confirmDelete(id)}
      onFollow={(id) => {
        if (items.some((item) => item.id === id && !item.read)) void setRead(id, true).catch(showFailure);
      }}
      onRetry={retry}
    />
  );
}
