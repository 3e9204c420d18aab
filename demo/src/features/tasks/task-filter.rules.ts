import { hasWords } from '../../simulation/words.ts';
import { isOverdue, type Task } from './task.ts';

export const STATES = ['open', 'overdue', 'done'] as const;

/** What the list is narrowed to; an empty one narrows nothing. */
export interface TaskFilter {
  readonly query: string;
  readonly states: readonly string[];
  readonly priorities: readonly string[];
  readonly tags: readonly string[];
  readonly assignees: readonly string[];
}

const listed = (text: string | undefined) => (text ?? '').split(',').filter(Boolean);

/** As it is in the address. */
export const readFilter = (search: Readonly<Record<string, string | undefined>>): TaskFilter => ({
  query: (search['q'] ?? '').trim(),
  states: listed(search['state']),
  priorities: listed(search['priority']),
  tags: listed(search['tag']),
  assignees: listed(search['who']),
});

/** Removes it from the address. */
export const NO_FILTER = { q: null, state: null, priority: null, tag: null, who: null };

export const isNarrowed = ({ query, states, priorities, tags, assignees }: TaskFilter): boolean =>
  query !== '' || [states, priorities, tags, assignees].some(({ length }) => length > 0);

function statesOf(task: Task): readonly string[] {
  if (task.completed) return ['done'];
  return isOverdue(task) ? ['open', 'overdue'] : ['open'];
}

const meets = (allowed: readonly string[], has: readonly string[]) =>
  allowed.length === 0 || allowed.some((each) => has.includes(each));

/** The tasks that a filter leaves, without the sections. Texts of steps are searched as well. */
export function narrowed(tasks: readonly Task[], filter: TaskFilter): readonly Task[] {
  const found = ({ title, notes, subTasks }: Task) =>
    hasWords([title, notes ?? '', ...subTasks.map((step) => step.title)], filter.query);
  return tasks.filter(
    (task) =>
      task.type === 'task' &&
      found(task) &&
      meets(filter.states, statesOf(task)) &&
      meets(filter.priorities, [String(task.priority)]) &&
      meets(filter.tags, task.tags) &&
      meets(filter.assignees, task.assignedTo === null ? [] : [task.assignedTo]),
  );
}

/** The tasks without those under sections that are closed. */
export function unfolded(tasks: readonly Task[], closed: readonly string[]): readonly Task[] {
  let isClosed = false;
  return tasks.filter((task) => {
    if (task.type === 'section') {
      isClosed = closed.includes(task.id);
      return true;
    }
    return !isClosed;
  });
}

/** How many tasks are under each section. */
export function countBySection(tasks: readonly Task[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  let section: string | null = null;
  for (const { id, type } of tasks) {
    if (type === 'section') counts.set((section = id), 0);
    else if (section !== null) counts.set(section, counts.get(section)! + 1);
  }
  return counts;
}
