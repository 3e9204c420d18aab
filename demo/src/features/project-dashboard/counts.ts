import type { Project, Tasks } from './project.ts';

/** A figure and its secondary figure. */
export interface CountedFigure {
  readonly figure: number;
  readonly secondary: number;
}

const DUE_DAYS = { today: [0, 1], tomorrow: [1, 2], week: [0, 7] } as const;
export type DuePeriod = keyof typeof DUE_DAYS;

/** Local midnight of the day `days` from now. */
function dayStart(now: Date, days: number): number {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days).getTime();
}

const ofTasks = (tasks: Tasks, from: number, to: number) =>
  tasks.filter(({ type, dueDate }) => {
    const due = dueDate === null ? Number.NaN : Date.parse(dueDate);
    return type === 'task' && due >= from && due < to;
  });

/** Open tasks due in the period; secondary: completed ones. */
export function due(tasks: Tasks, period: DuePeriod, now: Date): CountedFigure {
  const [from, to] = DUE_DAYS[period];
  const result = ofTasks(tasks, dayStart(now, from), dayStart(now, to));
  const done = result.filter(({ completed }) => completed).length;
  return { figure: result.length - done, secondary: done };
}

export type OverduePeriod = 'all' | 'long';

/** Overdue open tasks, or those overdue for more than a week; secondary: those of high priority. */
export function overdue(tasks: Tasks, period: OverduePeriod, now: Date): CountedFigure {
  const overdueTasks = ofTasks(tasks, Number.NEGATIVE_INFINITY, dayStart(now, period === 'all' ? 0 : -7));
  const open = overdueTasks.filter(({ completed }) => !completed);
  return { figure: open.length, secondary: open.filter(({ priority }) => priority === 2).length };
}

export type IssuePeriod = 'today' | 'yesterday' | 'this-week' | 'last-week';

/** Issues opened in the period; secondary: closed ones. Weeks end today and seven days ago. */
export function issues({ overview, series }: Project['githubIssues'], period: IssuePeriod): CountedFigure {
  if (period === 'this-week' || period === 'last-week')
    return { figure: overview[period]['new-issues'], secondary: overview[period]['closed-issues'] };
  const of = (type: 'line' | 'column') =>
    series['this-week'].find((one) => one.type === type)?.data.at(period === 'today' ? -1 : -2) ?? 0;
  return { figure: of('line'), secondary: of('column') };
}

/** The week's tasks other than bugs (the last kind); secondary: bugs. */
export function features({ series }: Project['taskDistribution'], week: 'this-week' | 'last-week'): CountedFigure {
  const kinds = series[week];
  const bugs = kinds.at(-1) ?? 0;
  return { figure: kinds.reduce((sum, tasks) => sum + tasks, 0) - bugs, secondary: bugs };
}
