import { useConfirm } from '@rise/ui';
import { MessagesPanel, NotificationsPanel, panelStatus } from '@rise/ui/panels';
import { makeChange, quoted } from '../../client/changes.ts';
import { icons } from '@rise/shell/navigation/icons';
import type { Inbox, InboxKind } from './inbox.queries.ts';
import { useInboxTexts } from './inbox.texts.ts';

const isKnown = (icon: string): icon is keyof typeof icons => Object.hasOwn(icons, icon);

/** A list behind a toolbar button. Opening an item marks it as read; deleting asks for confirmation. */
export function InboxPanel({ kind, inbox }: { kind: InboxKind; inbox: Inbox }) {
  const t = useInboxTexts();
  const confirm = useConfirm();
  const { list, retry, setRead, readAll, remove } = inbox;
  const items = (list.data ?? []).map(({ link, useRouter, icon, ...item }) => ({
    ...item,
    href: link,
    external: link !== null && !useRouter,
    ...(icon !== null && isKnown(icon) && { icon: icons[icon] }),
  }));
  const titleOf = (id: string) => items.find((item) => item.id === id)?.title ?? '';
  const mark = (id: string, read: boolean) =>
    void makeChange({
      kind: 'change',
      what: quoted(titleOf(id)),
      target: `${id} read`,
      make: () => setRead(id, read),
    });
  const markAll = () => void makeChange({ kind: 'change', what: t(kind), target: `${kind} read`, make: readAll });
  const confirmDelete = async (id: string) => {
    const answer = await confirm({
      title: t(kind === 'messages' ? 'deleteMessage' : 'deleteNotification'),
      message: t('deleteText', { title: titleOf(id) }),
      actions: { confirm: { label: t('delete'), color: 'warn' }, cancel: { label: t('cancel') } },
    });
    if (answer !== 'confirmed') return;
    await makeChange({
      kind: 'delete',
      what: quoted(titleOf(id)),
      target: `${id} deleted`,
      make: () => remove(id),
    });
  };
  const Panel = kind === 'messages' ? MessagesPanel : NotificationsPanel;
  return (
    <Panel
      items={items}
      status={panelStatus(list)}
      onRead={mark}
      onReadAll={markAll}
      onRemove={(id) => void confirmDelete(id)}
      onFollow={(id) => {
        if (items.some((item) => item.id === id && !item.read)) mark(id, true);
      }}
      onRetry={retry}
    />
  );
}
