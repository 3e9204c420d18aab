import type { DemoGroups } from '@rise/contract/demo';
import type { z } from 'zod';
import { COLLEAGUES } from '../../generate/cast.ts';
import { dayFrom } from '../../generate/days.ts';
import { type LocalizedText, localizableTexts, type Localizable } from '../../text.ts';
import data from './data/project.json';
import { cents, daily, overSpans, sum, type GenerationInput } from './daily.ts';

type Project = Localizable<z.input<DemoGroups['dashboards']['GET /api/dashboards/project']['output']>>;

const both = (en: string, tr: string) => ({ en, tr });

interface ScheduleEntry {
  readonly title: LocalizedText;
  readonly time: string;
  readonly location?: LocalizedText;
}

function weekdays({ now }: GenerationInput) {
  const name = (language: string, days: number) =>
    new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(new Date(dayFrom(now, days)));
  return Array.from({ length: 7 }, (_, index) => both(name('en', index - 6), name('tr', index - 6)));
}

/** Issues of the seven days ending `end` days from now. */
function issues(input: GenerationInput, end: number) {
  const days = Array.from({ length: 7 }, (_, index) => end - 6 + index);
  const opened = days.map(daily(input, { name: 'new issues', level: 34, swing: 0.5, weekend: 0.3 }));
  const closed = days.map(daily(input, { name: 'closed issues', level: 31, swing: 0.4, weekend: 0.2 }));
  const wontFix = Math.round(sum(closed) * 0.08);
  return {
    overview: {
      'new-issues': sum(opened),
      'closed-issues': sum(closed),
      fixed: sum(closed) - wontFix,
      'wont-fix': wontFix,
      're-opened': Math.round(sum(closed) * 0.05),
      'needs-triage': Math.round(sum(opened) * 0.12),
    },
    series: [
      { name: both('New issues', 'Yeni kayıtlar'), type: 'line' as const, data: opened },
      { name: both('Closed issues', 'Kapanan kayıtlar'), type: 'column' as const, data: closed },
    ],
  };
}

function tasks(input: GenerationInput, week: string) {
  const random = input.random(`tasks of ${week}`);
  const series = [random.int(12, 20), random.int(18, 30), random.int(20, 36), random.int(8, 16)];
  const completed = Math.round(sum(series) * (0.55 + random.next() * 0.2));
  return { overview: { new: sum(series) - completed, completed }, series };
}

export function project(input: GenerationInput): Project {
  const [thisWeek, lastWeek] = [issues(input, 0), issues(input, -7)];
  const [tasksNow, tasksBefore] = [tasks(input, 'this week'), tasks(input, 'last week')];
  // Adds up over a year to roughly what the budget shows as spent.
  const expenses = daily(input, { name: 'expenses', level: 248, growth: 0.12, swing: 0.45, weekend: 0.35 });
  const total = sum(data.budget.map(({ amount }) => amount));
  const name = both('Expenses', 'Giderler');
  const spans = (count: number, length: number) => overSpans(input, name, expenses, count, length);
  return {
    githubIssues: {
      overview: { 'this-week': thisWeek.overview, 'last-week': lastWeek.overview },
      labels: localizableTexts(weekdays(input)),
      series: { 'this-week': thisWeek.series, 'last-week': lastWeek.series },
    },
    taskDistribution: {
      overview: { 'this-week': tasksNow.overview, 'last-week': tasksBefore.overview },
      labels: localizableTexts(data.taskLabels),
      series: { 'this-week': tasksNow.series, 'last-week': tasksBefore.series },
    },
    schedule: data.schedule as { today: ScheduleEntry[]; tomorrow: ScheduleEntry[] },
    budgetDistribution: {
      categories: localizableTexts(data.budget.map(({ type }) => type)),
      series: [
        {
          name: both('Share of the budget', 'Bütçedeki pay'),
          data: data.budget.map(({ amount }) => (amount * 100) / total),
        },
      ],
    },
    weeklyExpenses: spans(6, 1),
    monthlyExpenses: spans(4, 7),
    yearlyExpenses: spans(10, 36),
    budgetDetails: {
      columns: ['type', 'total', 'expensesAmount', 'expensesPercentage', 'remainingAmount', 'remainingPercentage'],
      rows: data.budget.map(({ type, amount, percentSpent: spent }, index) => ({
        id: index + 1,
        type,
        total: amount,
        expensesAmount: cents((amount * spent) / 100),
        expensesPercentage: spent,
        remainingAmount: cents(amount - cents((amount * spent) / 100)),
        remainingPercentage: 100 - spent,
      })),
    },
    teamMembers: COLLEAGUES.slice(0, 9).map(({ id, avatar, name, email, title }, index) => ({
      id,
      avatar,
      name,
      email,
      phone: `+1 555 0100 ${String(20 + index * 7).padStart(3, '0')}`,
      title,
    })),
  };
}
