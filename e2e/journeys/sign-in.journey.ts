import { expect, expectNotFoundAt, heading, signInAtProvider, submitCredentials, test } from '../support/journey.ts';
import { PEOPLE, URL as PORTAL } from '../support/portal.ts';

test('a person signs in from the landing page by typing', async ({ page, watch }) => {
  // The response to a wrong password.
  watch.expectMessage(/status of 401/);
  await page.goto('/');
  await expect(page).toHaveURL('/landing');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await submitCredentials(page, PEOPLE.alderAnalyst, 'not the password');
  await expect(page.getByRole('alert')).toHaveText(/Incorrect email or password/);
  await expect(page.getByLabel('Email')).toHaveValue(PEOPLE.alderAnalyst);
  await expect(page.getByLabel('Password')).toHaveValue('');
  await submitCredentials(page, PEOPLE.alderAnalyst);
  await expect(page).toHaveURL('/home');
  await expect(heading(page, /^Good (morning|afternoon|evening), Tobias$/)).toBeVisible();
  await expect(page.getByText('Alder Credit Union reports and data')).toBeVisible();
});

test('one click signs in and returns to the requested address with its query', async ({ page }) => {
  await page.goto('/reports?q=board');
  await expect(page).toHaveURL(/\/idp\/interaction\//);
  await page.getByRole('button', { name: PEOPLE.birchAdmin }).click();
  await expect(page).toHaveURL('/reports?q=board');
  await expect(page.getByRole('searchbox', { name: 'Search by title or purpose' })).toHaveValue('board');
});

test('a signed-in person is redirected from /login', async ({ page }) => {
  await signInAtProvider(page, PEOPLE.alderAnalyst);
  await page.goto('/login?returnTo=/user');
  await expect(page).toHaveURL('/user');
  await page.goto('/login');
  await expect(page).toHaveURL('/home');
  await page.goto('/login?returnTo=https://evil.example/');
  await expect(page).toHaveURL('/home');
});

test('signing out ends the session in the portal and at the provider', async ({ page, context }) => {
  await signInAtProvider(page, PEOPLE.alderAnalyst);
  await page.getByRole('button', { name: 'Tobias Achterberg’s account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/landing');
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  expect((await context.request.get('/api/v1/session')).status()).toBe(401);
  // The provider's session is ended too: it asks for credentials again.
  await page.goto('/login?returnTo=/user');
  await expect(page).toHaveURL(/\/idp\/interaction\//);
  await submitCredentials(page, PEOPLE.alderAnalyst);
  await expect(page).toHaveURL('/user');
});

test('the session cookie is unreachable for scripts, and no token reaches the browser', async ({ page, context }) => {
  await signInAtProvider(page, PEOPLE.alderAnalyst);
  const cookies = (await context.cookies(PORTAL)).filter(({ name }) => name === 'rise');
  expect(cookies.length).toBeGreaterThan(0);
  for (const cookie of cookies) expect(cookie).toMatchObject({ httpOnly: true });
  const storage = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  );
  expect(storage).not.toMatch(/eyJ|token|code_verifier/);
});

test('canceling on the provider’s page says that the sign-in was refused', async ({ page }) => {
  await page.goto('/login?returnTo=/reports');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/login-failed\?reason=refused&request=/);
  await expect(heading(page, 'The sign-in was refused')).toBeVisible();
  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByRole('button', { name: PEOPLE.alderAnalyst }).click();
  await expect(page.getByRole('main')).toBeVisible();
});

test('a callback without an attempt says that the attempt expired', async ({ page }) => {
  await page.goto('/login/callback?code=stolen&state=invented');
  await expect(page).toHaveURL(/\/login-failed\?reason=attempt-expired&request=/);
  await expect(heading(page, 'The sign-in took too long')).toBeVisible();
});

const REASONS = [
  ['provider-unavailable', 'The sign-in service is not responding'],
  ['no-role', 'Your account does not have access to Rise yet'],
  ['unknown-tenant', 'Your organization is not set up here'],
  ['tenant-suspended', 'Your organization is suspended'],
  ['account-disabled', 'Your account has been disabled'],
  ['attempt-expired', 'The sign-in took too long'],
  ['refused', 'The sign-in was refused'],
  ['failed', 'Sign-in failed'],
  ['never-heard-of', 'Sign-in failed'],
] as const;
test('each reason for a failed sign-in says what happened, what to do and which reference to quote', async ({
  page,
}) => {
  for (const [reason, title] of REASONS) {
    await page.goto(`/login-failed?reason=${reason}&request=0f1e2d3c-4b5a`);
    await expect(heading(page, title)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'What you can do' })).toBeVisible();
    await expect(page.getByText('0f1e2d3c-4b5a')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', /^\/login/);
  }
  await page.goto('/login-failed?reason=failed&request=<b>call%20555</b>');
  await expect(heading(page, 'Sign-in failed')).toBeVisible();
  await expect(page.getByText('555')).toBeHidden();
});

test('the provider’s page works without JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: PORTAL });
  const page = await context.newPage();
  await page.goto('/login?returnTo=/user');
  await submitCredentials(page, PEOPLE.birchAnalyst);
  await expect(page).toHaveURL('/user');
  expect((await context.request.get('/api/v1/session')).status()).toBe(200);
  await context.close();
});

test('an unknown path redirects to the landing page, or to the start page of a signed-in person', async ({ page }) => {
  await page.goto('/no/such/place');
  await expect(page).toHaveURL('/landing');
  await signInAtProvider(page, PEOPLE.alderAnalyst);
  await page.goto('/no/such/place');
  await expect(page).toHaveURL('/home');
});

test('a page without permission looks like one that does not exist, at the same address', async ({ page }) => {
  await signInAtProvider(page, PEOPLE.alderAnalyst);
  for (const address of [
    '/workspaces',
    '/users',
    '/domains',
    '/tenants',
    '/configuration/branches',
    '/global/users?page=2',
  ]) {
    await page.goto(address);
    await expectNotFoundAt(page, address);
  }
  await expect(page.getByRole('navigation').getByRole('link')).toHaveText([
    'Rise',
    'Home',
    'Reports',
    'Assistant',
    'Catalog',
    'Tables',
    'Parameters',
  ]);
  await page.getByRole('link', { name: 'Go to start page' }).click();
  await expect(page).toHaveURL('/home');
});
