import { expect, expectNotFoundAt, heading, signIn, test, typeIdentity } from '../support/journey.ts';
import { PEOPLE, URL as PORTAL } from '../support/portal.ts';

test('a person signs in from the landing page by typing', async ({ page, watch }) => {
  // The answer to a wrong password.
  watch.expectMessage(/status of 401/);
  await page.goto('/');
  await expect(page).toHaveURL('/landing');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await typeIdentity(page, PEOPLE.alderAnalyst, 'not the password');
  await expect(page.getByRole('alert')).toHaveText(/E-mail or password is not right/);
  await expect(page.getByLabel('E-mail')).toHaveValue(PEOPLE.alderAnalyst);
  await expect(page.getByLabel('Password')).toHaveValue('');
  await typeIdentity(page, PEOPLE.alderAnalyst);
  await expect(page).toHaveURL('/home');
  await expect(heading(page, /^Good (morning|afternoon|evening), Tobias$/)).toBeVisible();
  await expect(page.getByText('Reports and data of Alder Credit Union')).toBeVisible();
});

test('one click signs in, and leads back to the wanted address with its query', async ({ page }) => {
  await page.goto('/reports?q=board');
  await expect(page).toHaveURL(/\/idp\/interaction\//);
  await page.getByRole('button', { name: PEOPLE.birchAdmin }).click();
  await expect(page).toHaveURL('/reports?q=board');
  await expect(page.getByRole('searchbox', { name: 'Search title or purpose' })).toHaveValue('board');
});

test('who is signed in already is sent on from /login', async ({ page }) => {
  await signIn(page, PEOPLE.alderAnalyst);
  await page.goto('/login?returnTo=/user');
  await expect(page).toHaveURL('/user');
  await page.goto('/login');
  await expect(page).toHaveURL('/home');
  await page.goto('/login?returnTo=https://evil.example/');
  await expect(page).toHaveURL('/home');
});

test('signing out ends the session at both ends', async ({ page, context }) => {
  await signIn(page, PEOPLE.alderAnalyst);
  await page.getByRole('button', { name: 'Account of Tobias Achterberg' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/landing');
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  expect((await context.request.get('/api/v1/session')).status()).toBe(401);
  // The provider has forgotten the person too: it asks again instead of waving them through.
  await page.goto('/login?returnTo=/user');
  await expect(page).toHaveURL(/\/idp\/interaction\//);
  await typeIdentity(page, PEOPLE.alderAnalyst);
  await expect(page).toHaveURL('/user');
});

test('the session’s cookie is out of reach of scripts, and no token comes to the browser', async ({
  page,
  context,
}) => {
  await signIn(page, PEOPLE.alderAnalyst);
  const cookies = (await context.cookies(PORTAL)).filter(({ name }) => name === 'rise');
  expect(cookies.length).toBeGreaterThan(0);
  for (const cookie of cookies) expect(cookie).toMatchObject({ httpOnly: true });
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
  expect(kept).not.toMatch(/eyJ|token|code_verifier/);
});

test('leaving the provider’s page says that the sign-in was refused', async ({ page }) => {
  await page.goto('/login?returnTo=/reports');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/login-failed\?reason=refused&request=/);
  await expect(heading(page, 'The sign-in was refused')).toBeVisible();
  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByRole('button', { name: PEOPLE.alderAnalyst }).click();
  await expect(page.getByRole('main')).toBeVisible();
});

test('a callback that nobody began says that the attempt expired', async ({ page }) => {
  await page.goto('/login/callback?code=stolen&state=invented');
  await expect(page).toHaveURL(/\/login-failed\?reason=attempt-expired&request=/);
  await expect(heading(page, 'The sign-in took too long')).toBeVisible();
});

const REASONS = [
  ['provider-unavailable', 'The sign-in service does not answer'],
  ['no-role', 'Your account has no access to Rise yet'],
  ['unknown-tenant', 'Your organisation is not set up here'],
  ['account-disabled', 'Your account has been disabled'],
  ['attempt-expired', 'The sign-in took too long'],
  ['refused', 'The sign-in was refused'],
  ['failed', 'Sign-in did not work'],
  ['never-heard-of', 'Sign-in did not work'],
] as const;
test('each way in which a sign-in fails says what happened, what to do and what to quote', async ({ page }) => {
  for (const [reason, title] of REASONS) {
    await page.goto(`/login-failed?reason=${reason}&request=0f1e2d3c-4b5a`);
    await expect(heading(page, title)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'What you can do' })).toBeVisible();
    await expect(page.getByText('0f1e2d3c-4b5a')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', /^\/login/);
  }
  await page.goto('/login-failed?reason=failed&request=<b>call%20555</b>');
  await expect(heading(page, 'Sign-in did not work')).toBeVisible();
  await expect(page.getByText('555')).toBeHidden();
});

test('without JavaScript the provider’s page signs in just as well', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: PORTAL });
  const page = await context.newPage();
  await page.goto('/login?returnTo=/user');
  await typeIdentity(page, PEOPLE.birchAnalyst);
  await expect(page).toHaveURL('/user');
  expect((await context.request.get('/api/v1/session')).status()).toBe(200);
  await context.close();
});

test('an unknown path leads to the landing page, or on to one’s own first page', async ({ page }) => {
  await page.goto('/no/such/place');
  await expect(page).toHaveURL('/landing');
  await signIn(page, PEOPLE.alderAnalyst);
  await page.goto('/no/such/place');
  await expect(page).toHaveURL('/home');
});

test('what a person may not see looks like what is not there, the address unchanged', async ({ page }) => {
  await signIn(page, PEOPLE.alderAnalyst);
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
  await expect(page.getByRole('navigation').getByRole('listitem')).toHaveText(['Home', 'Reports']);
  await page.getByRole('link', { name: 'To my start page' }).click();
  await expect(page).toHaveURL('/home');
});
