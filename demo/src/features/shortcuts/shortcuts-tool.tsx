import type { IconName } from '@rise/contract';
import { useConfirm } from '@rise/ui';
import { panelStatus, type ShortcutDraft, ShortcutsPanel, useShortcutIcons } from '@rise/ui/panels';
import { useDemoCall, useDemoQuery } from '../../client/queries.ts';
import { useFailureDialog } from '../../client/use-failure-dialog.ts';
import { useShortcutTexts } from './shortcuts.texts.ts';

/** The user's shortcuts behind a button; deleting one requires confirmation. */
export default function ShortcutsTool() {
  const t = useShortcutTexts();
  const confirm = useConfirm();
  const showError = useFailureDialog();
  const list = useDemoQuery('shortcuts', 'GET /api/common/shortcuts');
  const add = useDemoCall('POST /api/common/shortcuts');
  const change = useDemoCall('PATCH /api/common/shortcuts');
  const remove = useDemoCall('DELETE /api/common/shortcuts');
  const shortcuts = list.data ?? [];
  /** Whether the change succeeded; otherwise an error is shown. */
  const done = (work: Promise<unknown>) =>
    work.then(
      () => true,
      (error: unknown) => {
        showError(error);
        return false;
      },
    );
  const confirmDelete = async (id: string) => {
    const answer = await confirm({
      title: t('question'),
      message: t('text', { label: shortcuts.find((one) => one.id === id)?.label ?? '' }),
      actions: { confirm: { label: t('delete'), color: 'warn' }, cancel: { label: t('cancel') } },
    });
    return answer === 'confirmed' && done(remove.mutateAsync({ query: { id } }));
  };
  // The form offers the icons that content may use.
  const fieldsOf = ({ icon, ...draft }: ShortcutDraft) => ({ ...draft, icon: icon as IconName });
  return (
    <ShortcutsPanel
      shortcuts={shortcuts}
      icons={useShortcutIcons()}
      status={panelStatus(list)}
      onAdd={(draft) => done(add.mutateAsync({ body: { shortcut: fieldsOf(draft) } }))}
      onUpdate={(id, draft) => done(change.mutateAsync({ body: { id, shortcut: fieldsOf(draft) } }))}
      onDelete={confirmDelete}
      onRetry={() => void list.refetch()}
    />
  );
}
