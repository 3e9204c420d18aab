import { expect, test } from 'vitest';
import type { Task } from './task.ts';
import { countBySection, isNarrowed, narrowed, readFilter, unfolded } from './task-filter.rules.ts';

const task = (id: string, more: Partial<Task> = {}): Task => ({
  id,
  type: 'task',
  title: id,
  notes: null,
  completed: false,
  dueDate: null,
  priority: 1,
  tags: [],
  assignedTo: null,
  subTasks: [],
  order: 0,
  ...more,
});
const section = (id: string) => task(id, { type: 'section' });
const idsOf = (tasks: readonly Task[]) => tasks.map(({ id }) => id);
const PAST = '2020-01-01T12:00:00.000Z';

const TASKS = [
  section('week'),
  task('late', { dueDate: PAST, tags: ['a'], assignedTo: 'ada' }),
  task('done', { completed: true, dueDate: PAST, priority: 2 }),
  section('later'),
  task('Çay', { priority: 0, subTasks: [{ id: '1', title: 'Buy sugar', completed: false }] }),
];

test.each([
  ['', ['late', 'done', 'Çay']],
  ['state=open', ['late', 'Çay']],
  ['state=overdue', ['late']],
  ['state=done,overdue', ['late', 'done']],
  ['priority=0,2', ['done', 'Çay']],
  ['tag=a', ['late']],
  ['who=ada', ['late']],
  ['q=cay', ['Çay']],
  ['q=sugar', ['Çay']],
  ['q=sugar&state=done', []],
])('%s leaves %j', (search, expected) => {
  const filter = readFilter(Object.fromEntries(new URLSearchParams(search)));
  expect(isNarrowed(filter)).toBe(search !== '');
  expect(idsOf(narrowed(TASKS, filter))).toEqual(expected);
});

test('closed sections stay, without their tasks', () => {
  expect(idsOf(unfolded(TASKS, ['week']))).toEqual(['week', 'later', 'Çay']);
  expect([...countBySection(TASKS)]).toEqual([
    ['week', 2],
    ['later', 1],
  ]);
});
