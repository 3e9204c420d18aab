import { Button, Textarea } from '@mantine/core';
import { DetailSection } from '@rise/ui';
import { IconCheck, IconRotate, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { SaveLine } from '../../components/save-line.tsx';
import { useAutosave } from '../../components/use-autosave.ts';
import { saveTask, type Task } from './task.ts';
import { TaskFields } from './task-fields.tsx';
import { TaskSteps } from './task-steps.tsx';
import { useTaskActs } from './use-task-acts.ts';
import { useTasksTexts } from './tasks.texts.ts';
import classes from './tasks.module.css';

/** A task or a section, which saves itself while it is written. */
export function TaskDetail({ record }: { record: Task }) {
  return <TaskForm key={record.id} task={record} />;
}

function TaskForm({ task }: { task: Task }) {
  const t = useTasksTexts();
  const { add, remove } = useTaskActs();
  const [save] = useState(() => (change: Partial<Task>) => saveTask(task.id, change));
  const { value, change, state, retry } = useAutosave(task, save);
  const isSection = task.type === 'section';
  const title = useRef<HTMLTextAreaElement>(null);
  // A new one has no title yet: what is typed is its title.
  const [isNew] = useState(task.title === '');
  useEffect(() => {
    if (isNew) title.current?.focus({ preventScroll: true });
  }, [isNew]);
  return (
    <div className={classes['form']}>
      <Textarea
        ref={title}
        data-autofocus={isNew || undefined}
        rows={1}
        classNames={{ input: classes['growing'] ?? '' }}
        label={t('titleLabel')}
        maxLength={500}
        aria-keyshortcuts="Enter"
        description={t('titleHelp')}
        inputWrapperOrder={['label', 'input', 'description']}
        value={value.title}
        onChange={({ currentTarget }) => change({ title: currentTarget.value.replaceAll('\n', ' ') })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          if (value.title.trim() !== '') add('task', task.id);
        }}
      />
      {!isSection && (
        <>
          <TaskFields task={value} onChange={change} />
          <DetailSection title={t('steps')}>
            <TaskSteps steps={value.subTasks} onChange={(subTasks) => change({ subTasks })} />
          </DetailSection>
          <Textarea
            rows={3}
            classNames={{ input: classes['growing'] ?? '' }}
            label={t('notes')}
            value={value.notes ?? ''}
            onChange={({ currentTarget }) => change({ notes: currentTarget.value || null })}
          />
        </>
      )}
      <SaveLine state={state} retry={retry} />
      <div className={classes['acts']}>
        {!isSection && (
          <Button
            variant={value.completed ? 'default' : 'filled'}
            leftSection={value.completed ? <IconRotate size={16} /> : <IconCheck size={16} />}
            onClick={() => change({ completed: !value.completed })}
          >
            {t(value.completed ? 'markOpen' : 'markDone')}
          </Button>
        )}
        <Button
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={16} />}
          onClick={() => remove({ ...task, ...value })}
        >
          {t(isSection ? 'removeSection' : 'remove')}
        </Button>
      </div>
    </div>
  );
}
