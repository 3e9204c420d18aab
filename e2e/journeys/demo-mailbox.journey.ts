import type { Page } from '@playwright/test';
import { expectAccessible, expectNoOverflow } from '../support/accessibility.ts';
import { DemoPage } from '../support/demo.ts';
import { expect, test } from '../support/journey.ts';
import { URL as PORTAL } from '../support/portal.ts';

const rows = (page: Page) => page.locator('[data-record]');
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' });

test('mails are written with formatting, sent, filed by mouse and by keys, and all is there after a reload', async ({
  browser,
}) => {
  const demo = await DemoPage.open(browser, `${PORTAL}/demo/#/sign-in`);
  await demo.signIn();
  const { page } = demo;
  await demo.visit('/apps/mailbox/inbox/1');

  // By mouse: a new mail with formatting, which is a draft after a reload.
  await page.getByRole('button', { name: 'Compose' }).click();
  const compose = page.getByRole('dialog', { name: 'New mail' });
  await compose.getByLabel('To', { exact: true }).fill('sofia');
  await page
    .getByRole('option', { name: /Sofia Marchetti/ })
    .first()
    .click();
  await compose.getByLabel('Subject').fill('Chip cards');
  await compose.getByRole('textbox', { name: 'Text' }).click();
  await page.keyboard.type('Thank you. ');
  await compose.getByRole('button', { name: 'Bold' }).click();
  await page.keyboard.type('Received in full');
  await expect(compose.getByRole('button', { name: 'Bold' })).toHaveAttribute('aria-pressed', 'true');
  await expect(compose.getByText('Saved', { exact: true })).toBeVisible();
  await expectAccessible(page, 'the form for a mail');
  await page.reload();
  await demo.waitUntilDrawn();
  await expect(compose.locator('b', { hasText: 'Received in full' })).toBeVisible();
  await compose.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Mail sent.')).toBeVisible();
  await demo.visit('/apps/mailbox/sent/1');
  await expect(rows(page).first()).toContainText('Chip cards');
  await rows(page).first().click();
  await expect(page.getByRole('complementary').locator('b', { hasText: 'Received in full' })).toBeVisible();

  // By keys: open, star, answer, archive, take back.
  await demo.visit('/apps/mailbox/inbox/1');
  const subject = (await rows(page).first().locator('[class*="subject"]').innerText()).trim();
  await page.locator('body').press('j');
  await page.keyboard.press('Enter');
  const mail = page.getByRole('complementary', { name: subject });
  await expect(mail).toBeVisible();
  await expectAccessible(page, 'an open mail');
  await page.keyboard.press('s');
  await expect(mail.getByRole('button', { name: 'Starred' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('r');
  const answer = page.getByRole('dialog', { name: 'Reply' });
  await expect(answer.getByRole('textbox', { name: 'Text' })).toBeFocused();
  await page.keyboard.type('Agreed.');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Mail sent.')).toBeVisible();
  await expect(answer).toBeHidden();
  await page.keyboard.press('e');
  await expect(page.getByText('Moved to “Archive”.')).toBeVisible();
  await expect(rows(page).filter({ hasText: subject })).toHaveCount(0);
  await undo(page).click();
  await expect(rows(page).filter({ hasText: subject })).toHaveCount(1);

  // Back closes what is open.
  await rows(page).filter({ hasText: subject }).click();
  await expect(mail).toBeVisible();
  await page.goBack();
  await expect(mail).toBeHidden();

  // On a phone and in the dark.
  await demo.resize(390);
  await demo.setScheme('dark');
  await rows(page).filter({ hasText: subject }).click();
  await expect(page.getByRole('dialog', { name: subject })).toBeVisible();
  await expectNoOverflow(page, 'an open mail on a phone');
  await expectAccessible(page, 'an open mail on a phone');
  await demo.visit('/apps/mailbox/settings');
  await expectAccessible(page, 'the settings of the mailbox');
  await demo.close();
});
