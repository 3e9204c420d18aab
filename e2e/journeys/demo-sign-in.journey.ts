import type { Page } from '@playwright/test';
import { expect, heading, test, WITH_MOTION } from '../support/journey.ts';

// The form shakes where the password is wrong.
test.use(WITH_MOTION);

const signInForm = (page: Page) => ({
  email: page.getByLabel('E-mail address'),
  password: page.getByLabel('Password', { exact: true }),
  send: page.getByRole('button', { name: 'Sign in', exact: true }),
});

test('a visitor of the demo signs in, returns to the requested page, locks it, and signs out in every tab or stays in one', async ({
  page,
  context,
  watch,
}) => {
  // The response to a wrong password.
  watch.expectMessage(/status of 404/);
  const requested = /#\/demo-data\?from=a-link$/;
  await page.goto('/demo/#/demo-data?from=a-link');
  await expect(heading(page, 'Sign in')).toBeVisible();
  const form = signInForm(page);
  await form.email.fill('demo@rise.example');
  await form.password.fill('not this one');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('The e-mail address or the password is wrong.');
  await expect(form.email).toHaveValue('demo@rise.example');
  await expect(form.password).toBeFocused();
  await page.getByRole('button', { name: 'Fill in' }).click();
  await form.send.click();
  await expect(page).toHaveURL(requested);
  await page.reload();
  await expect(page).toHaveURL(requested);

  const other = await context.newPage();
  await other.goto('/demo/#/demo-data');
  await expect(other).toHaveURL(/#\/demo-data$/);
  await expect(other.getByRole('navigation').first()).toBeVisible();

  await page
    .getByRole('button', { name: /Deniz Arslan/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Lock' }).click();
  await expect(other).toHaveURL(/#\/unlock-session/);
  await page.reload();
  await expect(page.getByText('demo@rise.example')).toBeVisible();
  await form.password.fill('rise-demo');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(requested);
  await expect(other).toHaveURL(/#\/demo-data$/);

  await page.goto('/demo/#/sign-out');
  // Before the other tab is looked at: this page is left after five seconds.
  await expect(heading(page, 'You have signed out')).toBeVisible();
  await expect(other).toHaveURL(/#\/sign-in\?redirectURL=/);
  await expect(heading(page, 'Sign in')).toBeVisible();

  // Without “Keep me signed in” the session belongs to one tab.
  await page.getByRole('button', { name: 'Fill in' }).click();
  await page.getByLabel('Keep me signed in').uncheck();
  await form.send.click();
  await expect(page).toHaveURL(/#\/dashboards\/project$/);
  await page.reload();
  await expect(page).toHaveURL(/#\/dashboards\/project$/);
  await other.reload();
  await expect(heading(other, 'Sign in')).toBeVisible();
});
