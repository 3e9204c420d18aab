import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
// First: it stands a simulation of its own in for the one that the client would start.
import { answeredCalls, failingCalls, heldCalls, hold, openDemo, useDemoSetup } from './demo.fixture.tsx';
import { call } from '../client/client.ts';

useDemoSetup();
const PATCH = 'PATCH /api/apps/academy/courses/course';
const user = userEvent.setup({ delay: null });
const all = () => call('GET /api/apps/academy/courses');
const courseOf = async (slug: string) => (await all()).find((course) => course.slug === slug)!;
const step = (number: number) => screen.findByText(`Step ${number} of 11`);

test('courses are narrowed by category, search and completion, which are part of the address', async () => {
  const courses = await all();
  const { router } = await openDemo('/apps/academy', 'empty');
  const list = await screen.findByRole('list', { name: 'Courses' });
  const count = () => within(list).getAllByRole('listitem').length;
  expect(count()).toBe(courses.length);
  const completed = courses.filter(({ progress }) => progress.completed > 0).length;
  await user.click(screen.getByRole('switch', { name: 'Hide completed' }));
  await waitFor(() => expect(count()).toBe(courses.length - completed));
  await user.click(screen.getByRole('radio', { name: 'Web' }));
  await user.type(screen.getByRole('searchbox', { name: 'Search courses' }), 'FEES');
  await waitFor(() => expect(count()).toBe(1));
  expect(document.querySelector('mark')?.textContent).toBe('Fees');
  expect(router.state.location.search).toMatchObject({ category: 'web', completed: 'hidden', q: 'FEES' });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/1$/);
  await user.type(screen.getByRole('searchbox', { name: 'Search courses' }), 'xyz');
  await user.click(await screen.findByRole('button', { name: 'Show all courses' }));
  expect(await screen.findByRole('list', { name: 'Courses' })).toBeDefined();
});

test('progress is saved by the keys, reading goes on where it stopped, and earlier steps do not lower it', async () => {
  const { id } = await courseOf('phishing-pages');
  await openDemo(`/apps/academy/${id}`, 'empty');
  await step(9);
  expect(screen.getByText('You stopped at step 9 of 11.')).toBeDefined();
  await user.keyboard('{ArrowRight}');
  await step(10);
  await waitFor(async () => expect((await courseOf('phishing-pages')).progress.currentStep).toBe(9));
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  await step(8);
  expect((await courseOf('phishing-pages')).progress.currentStep).toBe(9);
  cleanup();
  await openDemo(`/apps/academy/${id}`, 'empty');
  await step(10);
  await user.click(screen.getByRole('button', { name: 'Start from the beginning' }));
  await step(1);
});

test('a check judges a choice, says why, and keeps its arrow keys', async () => {
  const { id } = await courseOf('phishing-pages');
  const { router } = await openDemo(`/apps/academy/${id}`, 'empty');
  await step(9);
  await router.navigate({ href: `/apps/academy/${id}?step=2` });
  await user.click(await screen.findByRole('radio', { name: 'larch-cu.example' }));
  expect(await screen.findByText('Not quite.')).toBeDefined();
  await user.keyboard('{ArrowDown}');
  expect(await screen.findByText('Correct.')).toBeDefined();
  expect(screen.getByText(/Only the last two words before the first slash/)).toBeDefined();
  await user.keyboard('{ArrowRight}');
  expect(screen.getByText('Step 2 of 11')).toBeDefined();
});

test('a completed course is counted once, also where it had to be saved again', async () => {
  const { id, progress } = await courseOf('phishing-pages');
  const { router } = await openDemo(`/apps/academy/${id}`, 'empty');
  await step(9);
  await router.navigate({ href: `/apps/academy/${id}?step=11` });
  await step(11);
  failingCalls.add(PATCH);
  await user.click(screen.getByRole('button', { name: 'Complete the course' }));
  expect(await screen.findByText('Your progress could not be saved.')).toBeDefined();
  expect((await courseOf('phishing-pages')).progress.completed).toBe(progress.completed);
  failingCalls.clear();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Course completed' })).toBeDefined();
  expect((await courseOf('phishing-pages')).progress).toEqual({ currentStep: 0, completed: progress.completed + 1 });
  expect(await screen.findByRole('link', { name: /^Continue: / })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Start again' }));
  await step(1);
});

test('steps that are turned to while an earlier one is still being saved are saved in their order', async () => {
  const { id } = await courseOf('phishing-pages');
  await openDemo(`/apps/academy/${id}`, 'empty');
  await step(9);
  const answer = hold(PATCH);
  await user.keyboard('{ArrowRight}');
  await step(10);
  heldCalls.delete(PATCH);
  await user.keyboard('{ArrowRight}');
  await step(11);
  answer();
  await waitFor(() => expect(answeredCalls.filter((key) => key === PATCH)).toHaveLength(2));
  expect((await courseOf('phishing-pages')).progress.currentStep).toBe(10);
  expect(screen.getByText('Step 11 of 11')).toBeDefined();
});

test('a course is completed also while its last step is still being saved', async () => {
  const { id, progress } = await courseOf('phishing-pages');
  const { router } = await openDemo(`/apps/academy/${id}`, 'empty');
  await step(9);
  await router.navigate({ href: `/apps/academy/${id}?step=10` });
  await step(10);
  const answer = hold(PATCH);
  await user.keyboard('{ArrowRight}');
  await step(11);
  await user.click(screen.getByRole('button', { name: 'Complete the course' }));
  answer();
  expect(await screen.findByRole('heading', { name: 'Course completed' })).toBeDefined();
  expect((await courseOf('phishing-pages')).progress).toEqual({ currentStep: 0, completed: progress.completed + 1 });
});
