import { DemoPage } from '../support/demo.ts';
import { expect, test } from '../support/journey.ts';
import { URL as PORTAL } from '../support/portal.ts';

test('a visitor finds a guide, says that it helped, and writes to support; a reload keeps all of it', async ({
  browser,
}) => {
  const demo = await DemoPage.open(browser, `${PORTAL}/demo/#/sign-in`);
  await demo.signIn();
  const { page } = demo;
  await demo.visit('/apps/help-center');
  await page.getByRole('searchbox').fill('margins pdf');
  await page
    .getByRole('region', { name: 'Results' })
    .getByRole('link', { name: /Print an invoice/ })
    .press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Print an invoice');
  await page
    .getByRole('group', { name: 'Was “Print an invoice” helpful?' })
    .getByRole('button', { name: 'Yes' })
    .click();
  await expect(page.getByText('Thank you.')).toBeVisible();
  await page.getByRole('link', { name: /Next guide/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Convert coins');
  await page.evaluate(() => history.back());
  await expect(page.getByRole('button', { name: 'Yes' })).toHaveAttribute('aria-pressed', 'true');

  await demo.visit('/apps/help-center/support');
  await page.getByRole('textbox', { name: 'Subject' }).fill('Export fails');
  await page.getByRole('textbox', { name: 'Message' }).fill('Nothing happens.');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await demo.waitUntilDrawn();
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Nothing happens.');
  await page.getByRole('button', { name: 'Send message' }).press('Enter');
  await expect(page.getByText(/Your message was sent/)).toBeVisible();
  await page.reload();
  await demo.waitUntilDrawn();
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('');
  await page.getByRole('region', { name: 'Sent messages' }).getByText('Export fails').click();
  await expect(page.getByText('Nothing happens.')).toBeVisible();
  await page.goto(`${PORTAL}/demo/#/docs/changelog`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What’s new');
  await demo.close();
});
