import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/journey.ts';
import { hostFolder, type StaticHost } from '../support/static-host.ts';
import { signInToDemo } from '../support/demo.ts';

const BUILD = fileURLToPath(new URL('../../demo/dist', import.meta.url));

let host: StaticHost;
test.beforeAll(async () => {
  host = await hostFolder(BUILD, '/demo/');
});
test.afterAll(() => host.close());

const tool = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

async function reload(page: Page): Promise<void> {
  await page.reload();
  await expect(tool(page, 'Search')).toBeVisible();
}

test('the demo’s toolbar: what is searched, read, added and written is there after a reload and in another tab', async ({
  page,
  context,
}) => {
  await page.goto(host.url);
  await signInToDemo(page);

  await tool(page, 'Search').waitFor();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('combobox', { name: 'Search everything' });
  await palette.fill('activi');
  await expect(page.getByRole('option', { selected: true })).toHaveText(/Activities/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/pages\/activities$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Activities' })).toBeFocused();

  await tool(page, 'Messages, 3 unread').click();
  await dialog(page, 'Messages').getByRole('button', { name: 'Mark as read: Auto loan pricing' }).click();
  await expect(tool(page, 'Messages, 2 unread')).toBeVisible();
  await expectAccessible(page, 'the messages');
  await page.keyboard.press('Escape');

  await tool(page, 'Shortcuts').click();
  const shortcuts = page.locator('[role="dialog"]');
  await shortcuts.getByRole('button', { name: 'Add shortcut' }).click();
  await shortcuts.getByRole('textbox', { name: 'Label' }).fill('What happened');
  await shortcuts.getByTitle('Clock').click();
  await shortcuts.getByRole('textbox', { name: 'Link' }).fill('/pages/activities');
  await shortcuts.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(shortcuts.getByRole('link', { name: /What happened/ })).toBeVisible();
  await page.keyboard.press('Escape');

  await tool(page, 'Deniz Arslan’s account').click();
  await page.getByRole('menuitemradio', { name: 'Away' }).click();
  await page.keyboard.press('Escape');

  const other = await context.newPage();
  await other.goto(`${host.url}#/pages/activities`);
  await tool(other, 'Aylin Demirci, 1 unread').click();
  await tool(page, 'Aylin Demirci').click();
  await page.getByRole('textbox', { name: 'Message to Aylin Demirci' }).fill('Soup at noon.');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('log').getByText('Soup at noon.')).toBeVisible();
  await expect(other.getByRole('log').getByText('Soup at noon.')).toBeVisible();
  // She answers after a while: what follows begins once that is there.
  await expect(page.getByRole('log').getByText('That works for me.')).toBeVisible();
  await expectAccessible(page, 'the chat');
  await page.keyboard.press('Escape');

  await reload(page);
  await expect(tool(page, 'Messages, 2 unread')).toBeVisible();
  await tool(page, 'Shortcuts').click();
  await expect(page.getByRole('link', { name: /What happened/ })).toHaveAttribute('href', /#\/pages\/activities$/);
  await page.keyboard.press('Escape');
  await tool(page, 'Deniz Arslan’s account').click();
  await expect(page.getByRole('menuitemradio', { name: 'Away' })).toBeChecked();
  await page.keyboard.press('Escape');
  await tool(page, 'Aylin Demirci').click();
  await expect(page.getByRole('log').getByText('Soup at noon.')).toHaveCount(1);
  await page.keyboard.press('Escape');

  // On a phone the rail is a button, and less frequent tools are in a menu.
  await page.setViewportSize({ width: 390, height: 844 });
  await tool(page, /^Chat, \d unread$/).click();
  await expect(dialog(page, 'Chat').getByRole('button', { name: /Aylin Demirci.*That works for me/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await tool(page, /^More tools/).click();
  await page.getByRole('menuitem', { name: /^Messages/ }).click();
  await expect(dialog(page, 'Messages')).toBeVisible();
});
