import { TextInput } from '@mantine/core';
import { RiseProvider } from '@rise/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { TextsProvider } from '@rise/shell/texts';
import { i18n, startTexts } from '../../../i18n/texts.ts';
import { SettingsForm } from './settings-form.tsx';
import { useSettingsForm } from './use-settings-form.ts';

beforeAll(() => startTexts('en'));
afterEach(cleanup);

function open(save: (values: { name: string }) => Promise<unknown>) {
  function Panel() {
    const form = useSettingsForm({
      stored: { name: 'Deniz' },
      validate: ({ name }) => ({ name: name === '' ? 'Write a name.' : undefined }),
      save,
    });
    return (
      <SettingsForm form={form}>
        <TextInput
          label="Name"
          name="name"
          value={form.values.name}
          error={form.errors.name}
          onChange={(event) => form.set({ name: event.currentTarget.value })}
        />
      </SettingsForm>
    );
  }
  const root = createRootRoute({
    component: () => (
      <RiseProvider appearance={{ scheme: 'light', theme: 'default', themes: ['default'] }} locale="en">
        <Link to={'/elsewhere' as never}>Elsewhere</Link>
        <Outlet />
      </RiseProvider>
    ),
  });
  const routeTree = root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/', component: Panel }),
    createRoute({ getParentRoute: () => root, path: '/elsewhere', component: () => <h1>Somewhere else</h1> }),
  ]);
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  render(
    <TextsProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </TextsProvider>,
  );
  return screen.findByLabelText<HTMLInputElement>('Name');
}

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

test('saving is disabled without changes, and Cancel restores the stored values', async () => {
  const field = await open(vi.fn());
  expect([button('Save').disabled, button('Cancel').disabled]).toEqual([true, true]);
  type(field, 'Derya');
  expect(button('Save').disabled).toBe(false);
  fireEvent.click(button('Cancel'));
  expect(field.value).toBe('Deniz');
  expect(button('Save').disabled).toBe(true);
});

test('issues appear on saving, and disappear when fixed', async () => {
  const save = vi.fn<(values: { name: string }) => Promise<void>>(() => Promise.resolve());
  const field = await open(save);
  type(field, '');
  expect(screen.queryByText('Write a name.')).toBeNull();
  fireEvent.click(button('Save'));
  expect(screen.getByText('Write a name.')).toBeTruthy();
  expect(document.activeElement).toBe(field);
  type(field, 'Derya');
  expect(screen.queryByText('Write a name.')).toBeNull();
  fireEvent.click(button('Save'));
  await screen.findByText('Saved.');
  expect(save.mock.calls).toEqual([[{ name: 'Derya' }]]);
});

test('unsaved input stays in the form, with an error', async () => {
  const field = await open(() => Promise.reject(new Error('full')));
  type(field, 'Derya');
  fireEvent.click(button('Save'));
  await screen.findByText(/could not be saved/);
  expect(field.value).toBe('Derya');
  expect(button('Save').disabled).toBe(false);
});

test('leaving with unsaved changes requires confirmation', async () => {
  const field = await open(vi.fn());
  type(field, 'Derya');
  fireEvent.click(screen.getByText('Elsewhere'));
  fireEvent.click(await screen.findByRole('button', { name: 'Stay here' }));
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Derya');
  fireEvent.click(screen.getByText('Elsewhere'));
  fireEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  expect(await screen.findByText('Somewhere else')).toBeTruthy();
});
