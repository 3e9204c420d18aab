import { ActionIcon, TextInput } from '@mantine/core';
import { useConfirm } from '@rise/ui';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { makeChange, quoted } from '../../../client/changes.ts';
import { call } from '../../../client/client.ts';
import { SaveLine } from '../../../components/save-line.tsx';
import { useAutosave } from '../../../components/use-autosave.ts';
import type { MailLabel } from '../mail.ts';
import { useMailboxTexts } from '../mailbox.texts.ts';
import { ColorMenu } from './color-menu.tsx';
import classes from './settings.module.css';

/** A label that saves itself; a blank title is not saved. */
export function LabelEditor({ label }: { label: MailLabel }) {
  const t = useMailboxTexts();
  const confirm = useConfirm();
  const [save] = useState(() => async ({ title, ...change }: Partial<MailLabel>) => {
    const body = { id: label.id, label: { ...change, ...(title?.trim() && { title: title.trim() }) } };
    await call('PATCH /api/apps/mailbox/label', { body });
  });
  const { value, change, state, retry } = useAutosave(label, save);
  const remove = async () => {
    const answer = await confirm({
      title: t('deleteLabel', { title: label.title }),
      message: t('deleteLabelText'),
      actions: { confirm: { label: t('delete'), color: 'warn' }, cancel: { label: t('cancel') } },
    });
    if (answer !== 'confirmed') return;
    await makeChange({
      kind: 'delete',
      what: quoted(label.title),
      target: `${label.id} deleted`,
      isPending: async () => (await call('GET /api/apps/mailbox/labels')).some(({ id }) => id === label.id),
      make: () => call('DELETE /api/apps/mailbox/label', { query: { id: label.id } }),
    });
  };
  return (
    <li>
      <div className={classes['label']}>
        <ColorMenu
          label={t('labelColor', { title: label.title })}
          color={value.color}
          onChange={(color) => change({ color })}
        />
        <TextInput
          className={classes['field']}
          aria-label={t('labelTitle', { title: label.title })}
          maxLength={60}
          value={value.title}
          error={value.title.trim() === '' && t('labelNeedsTitle')}
          onChange={({ currentTarget }) => change({ title: currentTarget.value })}
        />
        <ActionIcon
          size={32}
          color="red"
          aria-label={t('deleteLabelNamed', { title: label.title })}
          onClick={() => void remove()}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </div>
      {state !== 'idle' && <SaveLine state={state} retry={retry} />}
    </li>
  );
}
