import type { IconName } from '@rise/contract';
import { useConfirm } from '@rise/ui';
import { panelStatus, ShortcutsPanel, useShortcutIcons } from '@rise/ui/panels';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useReportError } from '../../client/use-report-error.ts';
import { useSession } from '../../session/session.ts';
import { type ShortcutFields, shortcutsQuery, useRemoveShortcut, useSaveShortcut } from './shortcuts.queries.ts';

/** Button with the account's shortcuts; deleting one needs confirmation. */
export default function ShortcutsTool() {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const { tenant } = useSession();
  const list = useQuery(shortcutsQuery(tenant?.id));
  const save = useSaveShortcut();
  const remove = useRemoveShortcut();
  const onError = useReportError();
  const icons = useShortcutIcons();
  const shortcuts = list.data ?? [];
  /** Returns whether the change succeeded; shows the error if not. */
  const done = (work: Promise<unknown>) =>
    work.then(
      () => true,
      (error: unknown) => {
        onError(error);
        return false;
      },
    );
  const confirmDelete = async (id: string) => {
    const answer = await confirm({
      title: t('shortcuts.delete'),
      message: t('shortcuts.deleteText', { label: shortcuts.find((one) => one.id === id)?.label }),
      actions: { confirm: { label: t('common.delete'), color: 'warn' }, cancel: { label: t('common.cancel') } },
    });
    return answer === 'confirmed' && done(remove.mutateAsync(id));
  };
  // The form offers only the icons below.
  const fieldsOf = (draft: Omit<ShortcutFields, 'icon'> & { icon: string }): ShortcutFields => ({
    ...draft,
    icon: draft.icon as IconName,
  });
  return (
    <ShortcutsPanel
      shortcuts={shortcuts}
      icons={icons}
      status={tenant ? panelStatus(list) : 'ready'}
      onAdd={(draft) => done(save.mutateAsync({ id: null, fields: fieldsOf(draft) }))}
      onUpdate={(id, draft) => done(save.mutateAsync({ id, fields: fieldsOf(draft) }))}
      onDelete={confirmDelete}
      onRetry={() => void list.refetch()}
    />
  );
}
