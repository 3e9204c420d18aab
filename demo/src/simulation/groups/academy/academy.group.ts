import { dayFrom } from '../../generate/days.ts';
import type { CallContext, Group, StateOf } from '../../group.ts';
import { byIdIn, byTitle, danglingReferences, duplicates } from '../../records.ts';
import { CATEGORIES, COURSES, STEPS } from './catalog.ts';

type State = StateOf<'academy'>;
type Course = (typeof COURSES)[number];

const STEP_COUNT = 11 as const;

function output(course: Course, { progress }: State, { now, language }: CallContext) {
  const { daysAgo, ...rest } = course;
  const { currentStep, completed } = byIdIn(progress, course.id)!;
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  return {
    ...rest,
    totalSteps: STEP_COUNT,
    updatedAt: day.format(new Date(dayFrom(now, -daysAgo))),
    progress: { currentStep, completed },
  };
}

const paragraph = (text: string) => `<p>${text}</p>`;

async function stepsOf(course: Course) {
  const { default: steps } = await STEPS[course.slug as keyof typeof STEPS]();
  return steps.map(({ title, subtitle, content }, order) => ({
    order,
    title,
    subtitle,
    content: { en: paragraph(content.en), tr: paragraph(content.tr) },
  }));
}

export const academy: Group<'academy'> = {
  name: 'academy',
  // One course is in progress, one is completed.
  seed: () => ({
    progress: COURSES.map(({ id }, index) => ({
      id,
      currentStep: index === 0 ? 4 : 0,
      completed: index === 2 ? 1 : 0,
    })),
  }),
  findIssues: ({ progress }) => [
    ...duplicates('progress', progress),
    ...danglingReferences(
      'a course',
      COURSES.map(({ id }) => id),
      progress,
    ),
  ],
  handlers: {
    'GET /api/apps/academy/categories': {
      withoutInput: true,
      read: (_, { localize, language }) => byTitle(CATEGORIES, ({ title }) => localize(title), language),
    },
    'GET /api/apps/academy/courses': {
      withoutInput: true,
      read: (state, request) => COURSES.map((course) => output(course, state, request)),
    },
    'GET /api/apps/academy/courses/course': {
      read: async (state, request) => {
        const course = byIdIn(COURSES, request.query.id);
        return course && { ...output(course, state, request), steps: await stepsOf(course) };
      },
    },
    'PATCH /api/apps/academy/courses/course': {
      write: (state, request) => {
        const { id, course: change } = request.body;
        const course = byIdIn(COURSES, id);
        if (!course) return null;
        Object.assign(byIdIn(state.progress, id)!, change.progress);
        return output(course, state, request);
      },
    },
  },
};
