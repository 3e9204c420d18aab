import { z } from 'zod';
import type { DemoCallTable } from './call.ts';
import { anyId, byId } from './fields.ts';

const COURSE_CATEGORIES = ['web', 'firebase', 'cloud', 'android'] as const;

const progress = z.object({
  /** Index of the next step to read, from 0. */
  currentStep: z.int().min(0).max(10),
  /** How often the course was completed. */
  completed: z.int().min(0),
});

const course = z.object({
  id: z.uuid(),
  title: z.string(),
  slug: z.string(),
  description: z.string(),
  category: z.enum(COURSE_CATEGORIES),
  /** Minutes. */
  duration: z.int(),
  totalSteps: z.literal(11),
  /** A spelled-out date. */
  updatedAt: z.string(),
  featured: z.boolean(),
  progress,
});

/** A question about a step; the answer says why the correct option is correct. */
const check = z.object({
  question: z.string(),
  options: z.array(z.object({ title: z.string(), isCorrect: z.boolean() })).min(2),
  answer: z.string(),
});

/** The content is HTML. */
const step = z.object({
  order: z.int(),
  title: z.string(),
  subtitle: z.string(),
  content: z.string(),
  check: check.nullable(),
});

export const academyCalls = {
  'GET /api/apps/academy/categories': {
    summary: 'The categories, by title',
    output: z.array(z.object({ id: z.uuid(), title: z.string(), slug: z.enum(COURSE_CATEGORIES) })),
  },
  'GET /api/apps/academy/courses': { summary: 'All courses', output: z.array(course) },
  'GET /api/apps/academy/courses/course': {
    summary: 'One course with its steps',
    query: byId,
    output: course.extend({ steps: z.array(step) }).nullable(),
  },
  'PATCH /api/apps/academy/courses/course': {
    summary: 'Save the progress; returns the merged course',
    body: z.object({ id: anyId, course: z.object({ progress: progress.partial() }) }),
    output: course.nullable(),
  },
} as const satisfies DemoCallTable;

/** The texts are built in; only the progress in each course is stored. */
export const academyState = z.object({ progress: z.array(progress.extend({ id: z.uuid() })) });
