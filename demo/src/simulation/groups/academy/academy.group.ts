import { dayFrom } from '../../generate/days.ts';
import type { Circumstances, Group, StateOf } from '../../group.ts';
import { byIdIn, byTitle, dangling, duplicates } from '../../records.ts';
import { CATEGORIES, COURSES } from './catalogue.ts';

type State = StateOf<'academy'>;
type Course = (typeof COURSES)[number];

const STEPS = 11 as const;

function told(course: Course, { progress }: State, { now, language }: Circumstances) {
  const { daysAgo, steps: _, ...rest } = course;
  const { currentStep, completed } = byIdIn(progress, course.id)!;
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  return {
    ...rest,
    totalSteps: STEPS,
    updatedAt: day.format(new Date(dayFrom(now, -daysAgo))),
    progress: { currentStep, completed },
  };
}

const paragraph = (text: string) => `<p>${text}</p>`;

async function stepsOf(course: Course) {
  const { STEPS: lines } = await course.steps();
  return lines.map(([title, subtitle, content], order) => ({
    order,
    title: { en: title[0], tr: title[1] },
    subtitle: { en: subtitle[0], tr: subtitle[1] },
    content: { en: paragraph(content[0]), tr: paragraph(content[1]) },
  }));
}

export const academy: Group<'academy'> = {
  name: 'academy',
  // One is under way, one is done.
  seed: () => ({
    progress: COURSES.map(({ id }, place) => ({
      id,
      currentStep: place === 0 ? 4 : 0,
      completed: place === 2 ? 1 : 0,
    })),
  }),
  problems: ({ progress }) => [
    ...duplicates('progress', progress),
    ...dangling(
      'a course',
      COURSES.map(({ id }) => id),
      progress,
    ),
  ],
  handlers: {
    'GET /api/apps/academy/categories': {
      takesNothing: true,
      read: (_, { tell, language }) => byTitle(CATEGORIES, ({ title }) => tell(title), language),
    },
    'GET /api/apps/academy/courses': {
      takesNothing: true,
      read: (state, asked) => COURSES.map((course) => told(course, state, asked)),
    },
    'GET /api/apps/academy/courses/course': {
      read: async (state, asked) => {
        const course = byIdIn(COURSES, asked.query.id);
        return course && { ...told(course, state, asked), steps: await stepsOf(course) };
      },
    },
    'PATCH /api/apps/academy/courses/course': {
      write: (state, asked) => {
        const { id, course: change } = asked.body;
        const course = byIdIn(COURSES, id);
        if (!course) return null;
        Object.assign(byIdIn(state.progress, id)!, change.progress);
        return told(course, state, asked);
      },
    },
  },
};
