import { Checklist } from '../../components/checklist.tsx';
import type { Task } from './task.ts';
import { useTasksTexts } from './tasks.texts.ts';

type Steps = Task['subTasks'];

/** The steps of a task. */
export function TaskSteps({ steps, onChange }: { steps: Steps; onChange: (steps: Steps) => void }) {
  const t = useTasksTexts();
  return (
    <Checklist
      items={steps.map(({ title, ...step }) => ({ ...step, text: title }))}
      onChange={(changed) => onChange(changed.map(({ text, ...step }) => ({ ...step, title: text })))}
      maxLength={300}
      texts={{
        done: (title) => t('doneLabel', { title }),
        item: (title) => t('step', { title }),
        remove: (title) => t('removeStep', { title }),
        add: t('addStep'),
        addHelp: t('addStepHelp'),
      }}
    />
  );
}
