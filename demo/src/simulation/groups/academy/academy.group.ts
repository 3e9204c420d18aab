import { dayFrom } from '../../generate/days.ts';
import type { CallContext, Group, StateOf } from '../../group.ts';
import { byIdIn, byTitle, danglingReferences, duplicates } from '../../records.ts';
import { CATEGORIES, type CatalogStep, COURSES, STEPS } from './catalog.ts';

type State = StateOf<'academy'>;
type Course = (typeof COURSES)[number];

const STEP_COUNT = 11 as const;
/** Of a course that was added after the visitor's data was stored. */
const NOT_STARTED = { currentStep: 0, completed: 0 };

function output(course: Course, { progress }: State, { now, language }: CallContext) {
  const { daysAgo, ...rest } = course;
  const { currentStep, completed } = byIdIn(progress, course.id) ?? NOT_STARTED;
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  return {
    ...rest,
    totalSteps: STEP_COUNT,
    updatedAt: day.format(new Date(dayFrom(now, -daysAgo))),
    progress: { currentStep, completed },
  };
}

/** Built-in texts contain no HTML except inline code, so none is escaped. */
const toHtml = (blocks: CatalogStep['content']['en']) =>
  blocks
    .map((block) =>
      typeof block === 'string' ? `<p>${block}</p>` : `<ul>${block.map((item) => `<li>${item}</li>`).join('')}</ul>`,
    )
    .join('');

async function stepsOf(course: Course) {
  const { default: steps } = await STEPS[course.slug]!();
  return steps.map(({ title, subtitle, content, check }, order) => ({
    order,
    title,
    subtitle,
    content: { en: toHtml(content.en), tr: toHtml(content.tr) },
    check: check ?? null,
  }));
}

/** The next step of the courses in progress, and how often others were completed, by place. */
const IN_PROGRESS: Readonly<Record<number, number>> = { 0: 4, 6: 8 };
const COMPLETED: Readonly<Record<number, number>> = { 2: 1, 5: 2 };

export const academy: Group<'academy'> = {
  name: 'academy',
  seed: () => ({
    progress: COURSES.map(({ id }, index) => ({
      id,
      currentStep: IN_PROGRESS[index] ?? 0,
      completed: COMPLETED[index] ?? 0,
    })),
  }),
  findIssues: ({ progress }) => [
    ...duplicates('progress', progress),
    ...danglingReferences(
      'progress',
      progress.map(({ id }) => id),
      COURSES,
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
        let progress = byIdIn(state.progress, id);
        if (!progress) state.progress.push((progress = { id: course.id, ...NOT_STARTED }));
        Object.assign(progress, change.progress);
        return output(course, state, request);
      },
    },
  },
};
