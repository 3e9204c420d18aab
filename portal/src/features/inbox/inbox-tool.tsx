import { useConfirm } from '@rise/ui';
import { MessagesPanel, NotificationsPanel, panelStatus } from '@rise/ui/panels';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useReportError } from '../../client/use-report-error.ts';
import { icons } from '@rise/shell/navigation/icons';
import { useSession } from '../../session/session.ts';
import { type InboxKind, inboxQuery, useChangeInbox } from './inbox.queries.ts';

/** Button with the account's messages or notifications. Opening a link marks it as read; deleting needs confirmation. */
export default function InboxTool({ kind }: { kind: InboxKind }) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const { tenant } = useSession();
  const list = useQuery(inboxQuery(kind, tenant?.id));
  const change = useChangeInbox(kind);
  const onError = useReportError();
  const items = (list.data ?? []).map(({ link, useRouter, icon, ...item }) => ({
    ...item,
    href: link,
    external: link !== null && !useRouter,
    ...(icon && { icon: icons[icon] }),
  }));
  const remove = async (id: string) => {
    const item = items.find((one) => one.id === id);
    const answer = await confirm({
      title: t(kind === 'messages' ? 'inbox.deleteMessage' : 'inbox.deleteNotification'),
      message: t('inbox.deleteText', { title: item?.title }),
      actions: { confirm: { label: t('common.delete'), color: 'warn' }, cancel: { label: t('common.cancel') } },
    });
    if (answer === 'confirmed') change.mutate({ remove: id }, { onError });
  };
  const Panel = kind === 'messages' ? MessagesPanel : NotificationsPanel;
  return (
    <Panel
      items={items}
      status={tenant ? panelStatus(list) : 'ready'}
      onRead={(id, read) => change.mutate({ toggle: id, read }, { onError })}
      onReadAll={() => change.mutate({ readAll: true }, { onError })}
      onRemove={(id) => void remove(id)}
      onFollow={(id) => {
        if (items.some((item) => item.id === id && !item.read)) change.mutate({ toggle: id, read: true });
      }}
      onRetry={() => void list.refetch()}
    />
  );
}
