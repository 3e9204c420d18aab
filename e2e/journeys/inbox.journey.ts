import type { Page } from '@playwright/test';
import { expect, resetPreferences, signIn, test } from '../support/journey.ts';
import { callApi, clearOwn, deleting, expectNoReload, markPage, openPanel } from '../support/panels.ts';
import { PEOPLE } from '../support/portal.ts';

test.afterEach(({ page }) => resetPreferences(page));

const add = (page: Page, message: Record<string, unknown>) =>
  callApi(page, 'POST', '/api/common/messages', { message });

test('a message arrives live, is read by following its link, marked as unread, and deleted after a confirmation', async ({
  page,
  anotherBrowser,
}) => {
  const elsewhere = await anotherBrowser();
  await signIn(elsewhere, PEOPLE.birchAnalyst, '/user');
  await clearOwn(elsewhere, 'messages');
  await callApi(elsewhere, 'PATCH', '/api/v1/account', { preferences: { layout: 'modern' } });
  await signIn(page, PEOPLE.birchAnalyst, '/user');
  await expect(page.getByRole('button', { name: 'Messages', exact: true })).toBeVisible();
  await markPage(page);
  await add(elsewhere, { title: 'A **plain** title', description: '**Bold** and _stressed_, <b>not markup</b>' });
  await add(elsewhere, { title: 'To the reports', icon: 'report', link: '/reports', useRouter: true });
  const panel = await openPanel(page, 'Messages, 2 unread', 'Messages');
  const rows = panel.getByRole('listitem');
  await expect(rows.first()).toContainText('To the reports');
  await expect(rows.nth(1)).toContainText('A **plain** title');
  await expect(rows.nth(1).locator('strong')).toHaveText('Bold');
  await expect(rows.nth(1)).toContainText('<b>not markup</b>');

  await rows.first().getByRole('link').click();
  await expect(page).toHaveURL(/\/reports/);
  await expect(panel).toBeHidden();
  await openPanel(page, 'Messages, 1 unread', 'Messages');
  await rows.first().hover();
  await rows.first().getByRole('button', { name: 'Mark as unread: To the reports' }).click();
  await panel.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(panel.getByRole('button', { name: /^Mark as unread/ })).toHaveCount(2);

  const confirm = page.getByRole('dialog', { name: 'Delete this message?' });
  const remove = () => rows.first().getByRole('button', { name: 'Remove “To the reports”' });
  await rows.first().hover();
  await remove().click();
  await expect(confirm).toContainText('“To the reports” will be permanently deleted.');
  await page.keyboard.press('Escape');
  await expect(confirm).toBeHidden();
  await expect(rows).toHaveCount(2);
  await expect(remove()).toBeFocused();
  await remove().click();
  await deleting(page, () => confirm.getByRole('button', { name: 'Delete' }).click());
  await expect(rows).toHaveCount(1);
  await expectNoReload(page);
  await page.reload();
  await openPanel(page, /^Messages$/, 'Messages');
  await expect(rows).toHaveCount(1);
  await page.mouse.click(200, 500);
  await expect(panel).toBeHidden();
  await openPanel(page, /^Messages$/, 'Messages');
  await clearOwn(elsewhere, 'messages');
  await expect(panel).toContainText('When you have messages, they will appear here.');
});

test('the status is chosen in the account menu and survives a reload', async ({ page }) => {
  await signIn(page, PEOPLE.birchAnalyst);
  const account = page.getByRole('button', { name: /’s account$/ });
  const choose = async (name: string) => {
    await account.click();
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok());
    await page.getByRole('menuitemradio', { name, exact: true }).click();
    await saved;
    await page.keyboard.press('Escape');
  };
  await choose('Busy');
  await page.reload();
  await account.click();
  await expect(page.getByRole('menuitemradio', { name: 'Busy' })).toHaveAttribute('aria-checked', 'true');
  await expect(page.getByRole('menuitemradio', { name: 'Online' })).toHaveAttribute('aria-checked', 'false');
  await page.keyboard.press('Escape');
  await choose('Online');
});
