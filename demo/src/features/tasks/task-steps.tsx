import { ActionIcon, Checkbox, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { Task } from './task.ts';
import { useTasksTexts } from './tasks.texts.ts';
import classes from './tasks.module.css';

type Steps = Task['subTasks'];

/** The steps of a task: ticked, renamed, removed, and added by Enter. */
export function TaskSteps({ steps, onChange }: { steps: Steps; onChange: (steps: Steps) => void }) {
  const t = useTasksTexts();
  const [draft, setDraft] = useState('');
  const box = useRef<HTMLInputElement>(null);
  const set = (id: string, change: Partial<Steps[number]>) =>
    onChange(steps.map((step) => (step.id === id ? { ...step, ...change } : step)));
  const add = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || draft.trim() === '') return;
    event.preventDefault();
    onChange([...steps, { id: crypto.randomUUID(), title: draft.trim(), completed: false }]);
    setDraft('');
  };
  return (
    <>
      <ul className={classes['steps']}>
        {steps.map(({ id, title, completed }) => (
          <li key={id} data-done={completed || undefined}>
            <Checkbox
              checked={completed}
              aria-label={t('doneLabel', { title })}
              onChange={() => set(id, { completed: !completed })}
            />
            <TextInput
              className={classes['step']}
              aria-label={t('step', { title })}
              maxLength={300}
              value={title}
              onChange={({ currentTarget }) => set(id, { title: currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('removeStep', { title })}
              onClick={() => {
                onChange(steps.filter((step) => step.id !== id));
                box.current?.focus();
              }}
            >
              <IconX size={16} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <TextInput
        ref={box}
        aria-label={t('addStep')}
        placeholder={t('addStep')}
        description={t('addStepHelp')}
        inputWrapperOrder={['input', 'description']}
        maxLength={300}
        value={draft}
        onChange={({ currentTarget }) => setDraft(currentTarget.value)}
        onKeyDown={add}
      />
    </>
  );
}
