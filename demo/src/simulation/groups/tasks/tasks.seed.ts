import { COLLEAGUES } from '../../generate/cast.ts';
import { dayFrom } from '../../generate/days.ts';
import type { Seeding, StateOf } from '../../group.ts';
import type { LocalizedText } from '../../text.ts';
import data from './data/tasks.json';

type Task = StateOf<'tasks'>['tasks'][number];

/** A section has only a type and a title. */
interface TaskEntry {
  readonly type: Task['type'];
  readonly title: LocalizedText;
  readonly dueInDays?: number | null;
  readonly priority?: Task['priority'];
  /** Indexes of tags. */
  readonly tags?: readonly number[];
  readonly completed?: boolean;
}

export function seedTasks({ random, now }: Seeding): StateOf<'tasks'> {
  const tags = data.tags.map((title) => ({ id: random.uuid(), title }));
  const tasks = (data.tasks as TaskEntry[]).map((entry, order): Task => {
    const { type, title, dueInDays = null, priority = 1, tags: tagIndexes = [], completed = false } = entry;
    const isSection = type === 'section';
    const steps = !isSection && random.chance(0.4) ? data.steps : [];
    return {
      id: random.uuid(),
      type,
      title,
      notes: !isSection && random.chance(0.3) ? data.notes : null,
      completed,
      dueDate: dueInDays === null ? null : dayFrom(now, dueInDays, 16),
      priority,
      tags: tagIndexes.map((index) => tags[index]!.id),
      assignedTo: isSection || random.chance(0.3) ? null : random.pick(COLLEAGUES).id,
      subTasks: steps.map((step) => ({ id: random.uuid(), title: step, completed: completed || random.chance(0.4) })),
      order,
    };
  });
  return { tags, tasks };
}
