import { DemoPage } from '../support/demo.ts';
import { expect, test } from '../support/journey.ts';
import { URL as PORTAL } from '../support/portal.ts';

test('a visitor takes a course by mouse and by keyboard, and goes on where it stopped after a reload', async ({
  browser,
}) => {
  const demo = await DemoPage.open(browser, `${PORTAL}/demo/#/sign-in`);
  await demo.signIn();
  const { page } = demo;
  await demo.visit('/apps/academy');
  await page.getByRole('radio', { name: 'Web' }).check({ force: true });
  await page.getByRole('searchbox', { name: 'Search courses' }).fill('phishing');
  const card = page.getByRole('listitem').filter({ hasText: 'Recognize a phishing page' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Academy 1');
  // Anywhere on the card, not only on its link.
  await card.getByText('30 minutes').click({ force: true });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Recognize a phishing page');
  await expect(page.getByText('You stopped at step 9 of 11.')).toBeVisible();

  await page.getByRole('button', { name: /Read an address from the right/ }).click();
  await page.getByText('payments.test', { exact: true }).click();
  await expect(page.getByText('Correct.')).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(page.getByText('Step 9 of 11', { exact: true })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Step 10 of 11', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Help members who were fooled' })).toBeFocused();

  await demo.visit('/apps/academy');
  await page.reload();
  await demo.waitUntilDrawn();
  await page.getByRole('link', { name: 'Continue: Recognize a phishing page' }).press('Enter');
  await expect(page.getByText('Step 10 of 11', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Next', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Complete the course' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Course completed' })).toBeVisible();
  await page.reload();
  await demo.waitUntilDrawn();
  await expect(page.getByText('Completed once')).toBeVisible();
  // The next one was begun before.
  await page.getByRole('link', { name: 'Continue: Forms that everyone can fill in' }).click();
  await expect(page.getByText('Step 5 of 11', { exact: true })).toBeVisible();
  await demo.close();
});
