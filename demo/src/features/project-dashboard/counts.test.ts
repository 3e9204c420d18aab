import { describe, expect, it } from 'vitest';
import { due, overdue } from './counts.ts';
import type { Tasks } from './project.ts';

/** A Wednesday at noon, local time. */
const NOW = new Date(2026, 2, 18, 12);

function task(days: number | null, changes: Partial<Tasks[number]> = {}): Tasks[number] {
  return {
    id: '1',
    type: 'task',
    title: 'A task',
    notes: null,
    completed: false,
    dueDate: days === null ? null : new Date(2026, 2, 18 + days, 16).toISOString(),
    priority: 1,
    tags: [],
    assignedTo: null,
    subTasks: [],
    order: 0,
    ...changes,
  };
}

const TASKS = [
  task(0),
  task(0, { completed: true }),
  task(1),
  task(6),
  task(7),
  task(null),
  task(0, { type: 'section' }),
  task(-1, { priority: 2 }),
  task(-1, { completed: true }),
  task(-9),
];

describe('tasks on the dashboard', () => {
  it('are due today, tomorrow, or within seven days including today', () => {
    expect(due(TASKS, 'today', NOW)).toEqual({ figure: 1, secondary: 1 });
    expect(due(TASKS, 'tomorrow', NOW)).toEqual({ figure: 1, secondary: 0 });
    expect(due(TASKS, 'week', NOW)).toEqual({ figure: 3, secondary: 1 });
  });

  it('are overdue from the next day on unless completed', () => {
    expect(overdue(TASKS, 'all', NOW)).toEqual({ figure: 2, secondary: 1 });
    expect(overdue(TASKS, 'long', NOW)).toEqual({ figure: 1, secondary: 0 });
  });
});
