import { expect } from 'vitest';
import type { Api, Cases } from '../../conformance/cases.ts';

const courses = (api: Api) => api.call('GET /api/apps/academy/courses');
const course = (api: Api, id: string, language: 'en' | 'tr' = 'en') =>
  api.call('GET /api/apps/academy/courses/course', { query: { id }, language });

export const academyCases: Cases<'academy'> = {
  'GET /api/apps/academy/categories': {
    'sorted by title': async (api) => {
      const titles = async (language: 'en' | 'tr') =>
        (await api.call('GET /api/apps/academy/categories', { language })).map(({ title }) => title);
      expect(await titles('en')).toEqual(['Android', 'Cloud', 'Firebase', 'Web']);
      expect(await titles('tr')).toEqual(['Android', 'Bulut', 'Firebase', 'Web']);
    },
  },
  'GET /api/apps/academy/courses': {
    'returns all, each of eleven steps': async (api) => {
      const all = await courses(api);
      const slugs = (await api.call('GET /api/apps/academy/categories')).map(({ slug }) => slug);
      expect(new Set(all.map(({ category }) => category))).toEqual(new Set(slugs));
      expect(all.length).toBeGreaterThanOrEqual(12);
      expect([...new Set(all.map(({ duration }) => duration))].toSorted((one, other) => one - other)).toEqual([
        30, 45, 60, 90, 120,
      ]);
      for (const { id, totalSteps } of all) expect((await course(api, id))!.steps).toHaveLength(totalSteps);
      expect(all[3]!.updatedAt).toBe('Mar 13, 2026');
    },
  },
  'GET /api/apps/academy/courses/course': {
    'returns the course with its eleven steps in order': async (api) => {
      const [first] = await courses(api);
      const { steps, ...rest } = (await course(api, first!.id))!;
      expect(rest).toEqual(first);
      expect(steps.map(({ order }) => order)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      expect(steps[1]!.title).toBe('A label for each field');
      expect(steps[1]!.content).toMatch(/^<p>.*<code>for<\/code>.*<\/p><p>.*<\/p><ul>(<li>.+<\/li>)+<\/ul>$/);
      expect((await course(api, first!.id, 'tr'))!.steps[1]!.title).toBe('Her alana bir etiket');
    },
    'a step may have a question with one correct option': async (api) => {
      const checks = (await Promise.all((await courses(api)).map(({ id }) => course(api, id)))).map((each) =>
        each!.steps.flatMap(({ check }) => check ?? []),
      );
      for (const each of checks) expect(each.length).toBeGreaterThanOrEqual(2);
      for (const { options } of checks.flat()) expect(options.filter(({ isCorrect }) => isCorrect)).toHaveLength(1);
    },
    'an unknown id returns null': async (api) => expect(await course(api, 'nothing')).toBeNull(),
  },
  'PATCH /api/apps/academy/courses/course': {
    'keeps the progress, and the other courses stay': async (api) => {
      const before = await courses(api);
      const patch = (progress: object) =>
        api.call('PATCH /api/apps/academy/courses/course', { body: { id: before[1]!.id, course: { progress } } });
      expect((await patch({ currentStep: 7 }))!.progress).toEqual({ currentStep: 7, completed: 0 });
      const after = await patch({ currentStep: 0, completed: 1 });
      expect(after).toEqual({ ...before[1], progress: { currentStep: 0, completed: 1 } });
      expect(await courses(api)).toEqual(before.with(1, after!));
    },
    'an unknown id returns null': async (api) => {
      const body = { id: 'nothing', course: { progress: {} } };
      expect(await api.call('PATCH /api/apps/academy/courses/course', { body })).toBeNull();
    },
    'an unknown step is rejected': async (api) => {
      const body = { id: (await courses(api))[0]!.id, course: { progress: { currentStep: 11 } } };
      expect(await api.request('PATCH /api/apps/academy/courses/course', { body })).toMatchObject({ status: 400 });
    },
  },
};
