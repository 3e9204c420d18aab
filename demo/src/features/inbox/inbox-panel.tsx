import { useConfirm } from '@rise/ui';
import { MessagesPanel, NotificationsPanel, panelStatus } from '@rise/ui/panels';
import { useTellFailure } from '../../client/use-tell-failure.ts';
import { icons } from '../../navigation/icons.ts';
import type { Inbox, InboxKind } from './inbox.queries.ts';
import { useInboxTexts } from './inbox.texts.ts';

/** A list behind its button. Following an item marks it as read; deleting one asks first. */
export function InboxPanel({ kind, inbox }: { kind: InboxKind; inbox: Inbox }) {
  const t = useInboxTexts();
  const confirm = useConfirm();
  const tell = useTellFailure();
  const { list, retry, setRead, readAll, remove } = inbox;
  const items = (list.data ?? []).map(({ link, useRouter, icon, ...item }) => ({
    ...item,
    href: link,
    external: link !== null && !useRouter,
    ...(icon && { icon: icons[icon] }),
  }));
  const ask = async (id: string) => {
    const answer = await confirm({
      title: t(kind === 'messages' ? 'deleteMessage' : 'deleteNotification'),
      message: t('deleteText', { title: items.find((item) => item.id === id)?.title ?? '' }),
      actions: { confirm: { label: t('delete'), color: 'warn' }, cancel: { label: t('cancel') } },
    });
    if (answer === 'confirmed') await remove(id).catch(tell);
  };
  const Panel = kind === 'messages' ? MessagesPanel : NotificationsPanel;
  return (
    <Panel
      items={items}
      status={panelStatus(list)}
      onRead={(id, read) => void setRead(id, read).catch(tell)}
      onReadAll={() => void readAll().catch(tell)}
      onRemove={(id) => void ask(id)}
      onFollow={(id) => {
        if (items.some((item) => item.id === id && !item.read)) void setRead(id, true).catch(tell);
      }}
      onRetry={retry}
    />
  );
}
