import { ApiError } from '@rise/contract/client';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { openPortal, person, server, usePortal } from './portal.fixture.tsx';
import { routeTable } from '../router/route-table.ts';

usePortal();

let instance: MockInstance<typeof console.error>;
beforeEach(() => {
  instance = vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

/** The portal with another screen at /user. */
const tableWith = (screenOf: () => Promise<{ default: () => React.ReactNode }>) =>
  routeTable.map((entry) => (entry.path === '/user' ? { ...entry, screen: screenOf } : entry));
const openWith = (shown: () => React.ReactNode) =>
  openPortal(
    '/user',
    person('tenant.user'),
    {},
    tableWith(async () => ({ default: shown })),
  );
const failing = (error: unknown) => () => {
  throw error;
};

describe('a screen that throws', () => {
  it('keeps the frame, quotes the request id, and offers a retry and the start page', async () => {
    const navigation = server.answers['GET /api/common/navigation']!;
    server.answers['GET /api/common/navigation'] = async (body) => {
      const answer = await navigation(body);
      answer.headers.set('x-request-id', 'req-4711');
      return answer;
    };
    let broken = true;
    await openWith(() => {
      if (broken) throw new TypeError('x is undefined');
      return <h1>Whole again</h1>;
    });
    await screen.findByRole('heading', { level: 1, name: 'This page could not be displayed' });
    expect(screen.getByText('Reference number req-4711')).toBeTruthy();
    expect(screen.getByRole('navigation', { name: 'Main navigation' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to start page' }).getAttribute('href')).toBe('/');
    expect(instance.mock.calls.some(([text]) => text === 'A screen failed.')).toBe(true);
    broken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('heading', { level: 1, name: 'Whole again' });
  });

  it('links to the landing page', async () => {
    const { address } = await openWith(failing(new Error('no')));
    await userEvent.click(await screen.findByRole('link', { name: 'Go to start page' }));
    await waitFor(() => expect(address()).toBe('/home'));
    await screen.findByRole('heading', { level: 1, name: /Ada/ });
  });

  it('shows the server’s error with its reference number', async () => {
    await openWith(failing(new ApiError(500, 'INTERNAL', 'x', [], 'req-0815')));
    await screen.findByRole('heading', { level: 1, name: 'Something went wrong on our side' });
    expect(screen.getByText('Reference number req-0815')).toBeTruthy();
  });
});

describe('a missing file of an older build', () => {
  const GONE = new TypeError('Failed to fetch dynamically imported module: http://x/assets/user.page-abc.js');

  it('reloads the page automatically, and on demand if that did not help', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
    const gone = tableWith(() => Promise.reject(GONE));
    sessionStorage.clear();
    await openPortal('/user', person('tenant.user'), {}, gone);
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    // The page is gone then. Here it would wait for its reload forever, and transitions of the next one with it.
    cleanup();
    await openPortal('/user', person('tenant.user'), {}, gone);
    await screen.findByRole('heading', { level: 1, name: 'This page could not be loaded' });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(reload).toHaveBeenCalledTimes(2);
  });
});
