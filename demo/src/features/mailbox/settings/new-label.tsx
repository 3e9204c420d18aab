import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useDemoCall } from '../../../client/queries.ts';
import { useMailboxTexts } from '../mailbox.texts.ts';
import { ColorMenu } from './color-menu.tsx';
import { FIRST_COLOR } from './label-colors.ts';
import classes from './settings.module.css';

/** Creates a label. */
export function NewLabel() {
  const t = useMailboxTexts();
  const [title, setTitle] = useState('');
  const [color, setColor] = useState<string>(FIRST_COLOR);
  const [problem, setProblem] = useState<'labelNeedsTitle' | 'labelFailed' | null>(null);
  const create = useDemoCall('POST /api/apps/mailbox/label');
  const add = () => {
    if (title.trim() === '') {
      setProblem('labelNeedsTitle');
      return;
    }
    create.mutate(
      { body: { label: { title: title.trim(), color } } },
      {
        onSuccess: () => {
          setTitle('');
          setProblem(null);
        },
        onError: () => setProblem('labelFailed'),
      },
    );
  };
  return (
    <form
      className={classes['new']}
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <ColorMenu label={t('newColor')} color={color} onChange={setColor} />
      <TextInput
        className={classes['field']}
        aria-label={t('newLabel')}
        placeholder={t('newLabel')}
        maxLength={60}
        error={problem !== null && t(problem)}
        value={title}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      />
      <Button type="submit" leftSection={<IconPlus size={16} />} loading={create.isPending}>
        {t('addLabel')}
      </Button>
    </form>
  );
}
