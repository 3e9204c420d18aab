import type { Page } from '@playwright/test';
import { expect, heading, test } from '../support/journey.ts';

const signInForm = (page: Page) => ({
  email: page.getByLabel('E-mail address'),
  password: page.getByLabel('Password', { exact: true }),
  send: page.getByRole('button', { name: 'Sign in', exact: true }),
});

test('the demo suite knows its visitor: in, back where they wanted to be, locked, out in every tab, and in one tab alone', async ({
  page,
  context,
  watch,
}) => {
  // The answer to a wrong password.
  watch.expectMessage(/status of 404/);
  const asked = /#\/demo-data\?from=a-link$/;
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
  await expect(page).toHaveURL(asked);
  await page.reload();
  await expect(page).toHaveURL(asked);

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
  await expect(page).toHaveURL(asked);
  await expect(other).toHaveURL(/#\/demo-data$/);

  await page.goto('/demo/#/sign-out');
  await expect(other).toHaveURL(/#\/sign-in\?redirectURL=/);
  await expect(heading(page, 'You have signed out')).toBeVisible();
  await expect(heading(page, 'Sign in')).toBeVisible();

  // Not to be remembered: the tab keeps it, another one knows nothing of it.
  await page.getByRole('button', { name: 'Fill in' }).click();
  await page.getByLabel('Keep me signed in').uncheck();
  await form.send.click();
  await expect(page).toHaveURL(/#\/dashboards\/project$/);
  await page.reload();
  await expect(page).toHaveURL(/#\/dashboards\/project$/);
  await other.reload();
  await expect(heading(other, 'Sign in')).toBeVisible();
});
