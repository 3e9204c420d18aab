import { NativeSelect, TextInput } from '@mantine/core';
import { DetailSection, SegmentedChoice } from '@rise/ui';
import { useDemoQuery } from '../../client/queries.ts';
import { call } from '../../client/client.ts';
import { dayOf, momentOf } from '../../components/local-day.ts';
import { TagPicker } from '../../components/tag-picker.tsx';
import type { Task } from './task.ts';
import { PRIORITIES } from './task-facts.tsx';
import { useTasksTexts } from './tasks.texts.ts';
import classes from './tasks.module.css';

interface TaskFieldsProps {
  task: Task;
  onChange: (change: Partial<Task>) => void;
}

/** Priority, last day, who does it, and tags. */
export function TaskFields({ task, onChange }: TaskFieldsProps) {
  const t = useTasksTexts();
  const { data: tags = [] } = useDemoQuery('tasks', 'GET /api/apps/tasks/tags');
  const { data: contacts = [] } = useDemoQuery('contacts', 'GET /api/apps/contacts/all');
  return (
    <>
      <div>
        <p className={classes['label']} aria-hidden>
          {t('priority')}
        </p>
        <SegmentedChoice
          label={t('priority')}
          value={PRIORITIES[task.priority]}
          options={PRIORITIES.map((value) => ({ value, label: t(value) }))}
          onChange={(value) => onChange({ priority: PRIORITIES.indexOf(value) as Task['priority'] })}
        />
      </div>
      <TextInput
        type="date"
        label={t('due')}
        value={dayOf(task.dueDate)}
        onChange={({ currentTarget }) => onChange({ dueDate: momentOf(currentTarget.value) })}
      />
      <NativeSelect
        label={t('assignee')}
        value={task.assignedTo ?? ''}
        data={[{ value: '', label: t('noAssignee') }, ...contacts.map(({ id, name }) => ({ value: id, label: name }))]}
        onChange={({ currentTarget }) => onChange({ assignedTo: currentTarget.value || null })}
      />
      <DetailSection title={t('tags')}>
        <TagPicker
          tags={tags}
          chosen={task.tags}
          onChange={(chosen) => onChange({ tags: [...chosen] })}
          onCreate={async (title) => {
            const { id } = await call('POST /api/apps/tasks/tag', { body: { tag: { title } } });
            onChange({ tags: [...task.tags, id] });
          }}
          onRename={(id, title) => call('PATCH /api/apps/tasks/tag', { body: { id, tag: { title } } })}
          onDelete={(id) => call('DELETE /api/apps/tasks/tag', { query: { id } })}
        />
      </DetailSection>
    </>
  );
}
