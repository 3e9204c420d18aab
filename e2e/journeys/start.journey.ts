import { expect, heading, intercept, signIn, test } from '../support/journey.ts';
import { PEOPLE } from '../support/portal.ts';

const SETTINGS = '**/api/application-settings';

test('a portal that cannot start shows an error on the page and in the console, and starts on retry', async ({
  page,
  watch,
}) => {
  watch.expectMessage(/Failed to load resource: the server responded with a status of 500/);
  watch.expectMessage(/The portal could not start\./);
  const recover = await intercept(page, SETTINGS, (route) =>
    route.fulfill({
      status: 500,
      json: { error: { code: 'INTERNAL', message: 'Something went wrong on our side.', requestId: '7c1d-42aa-9b' } },
    }),
  );
  await page.goto('/landing');
  await expect(heading(page, 'Rise could not start')).toBeVisible();
  await expect(page.getByText('7c1d-42aa-9b')).toBeVisible();
  // The browser reports what is logged a moment after the page shows it.
  const logged = () => watch.expected.filter((text) => text.includes('The portal could not start.'));
  await expect.poll(logged).toHaveLength(1);
  recover();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
});

test('a portal without a server shows an error too', async ({ page, watch }) => {
  watch.expectMessage(/net::ERR_FAILED/);
  watch.expectMessage(/The portal could not start\./);
  await page.route(SETTINGS, (route) => route.abort());
  await page.goto('/landing');
  await expect(page.getByText('The server cannot be reached.')).toBeVisible();
});

test('settings are the first API request, and no response may be cached', async ({ page, watch }) => {
  await signIn(page, PEOPLE.alderAnalyst, '/reports');
  await expect(page.getByRole('grid')).toBeVisible();
  const paths = watch.apiRequests.map(({ path }) => path);
  expect(paths[0]).toBe('/api/application-settings');
  expect(paths).toEqual(expect.arrayContaining(['/api/v1/session', '/api/v1/reports']));
  const answer = await page.request.get('/api/v1/reports');
  expect(answer.headers()).toMatchObject({ pragma: 'no-cache' });
  expect(answer.headers()['cache-control']).toContain('no-cache');
});

test('scheme and theme are set before the first paint', async ({ page, watch }) => {
  watch.expectMessage(/net::ERR_FAILED/);
  await page.addInitScript(() => localStorage.setItem('rise.appearance', '{"scheme":"dark","theme":"rose"}'));
  // The application itself is blocked: only the inline script before it can have set the classes.
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/landing', { waitUntil: 'commit' });
  await expect(page.locator('body')).toHaveClass(/dark theme-rose/);
});
