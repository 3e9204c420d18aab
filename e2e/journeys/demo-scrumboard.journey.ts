import type { Locator } from '@playwright/test';
import { findViolations } from '../support/accessibility.ts';
import { DemoPage } from '../support/demo.ts';
import { expect, test } from '../support/journey.ts';
import { URL as PORTAL } from '../support/portal.ts';

test('a board is created, its cards are moved by mouse and by keyboard, and all is there after a reload', async ({
  browser,
}) => {
  const demo = await DemoPage.open(browser, `${PORTAL}/demo/#/sign-in`);
  await demo.signIn();
  const { page } = demo;
  await demo.visit('/apps/scrumboard');
  await page.getByRole('button', { name: 'New board' }).click();
  const settings = page.getByRole('dialog', { name: 'Board settings' });
  await settings.getByRole('textbox', { name: 'Title' }).fill('Branch opening');
  await expect(settings.getByText('Saved', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 1, name: 'Branch opening' })).toBeVisible();

  const list = (name: string) => page.getByRole('region', { name, exact: true });
  const cards = (name: string) => list(name).getByRole('heading', { level: 3 });
  await list('To do').getByRole('button', { name: 'Add a card' }).click();
  for (const title of ['Order chairs', 'Hire a teller', 'Print the flyer']) {
    await page.keyboard.type(title);
    await page.keyboard.press('Enter');
    await expect(cards('To do').last()).toHaveText(title);
  }
  await page.keyboard.press('Escape');

  // By mouse: to the other list, and Undo.
  const middle = async (target: Locator) => {
    const { x, y, width, height } = (await target.boundingBox())!;
    return [x + width / 2, y + height / 2] as const;
  };
  const card = (title: string) => page.getByRole('link', { name: title });
  await page.mouse.move(...(await middle(card('Hire a teller'))));
  await page.mouse.down();
  await page.mouse.move(...(await middle(list('In progress').getByText('No cards'))), { steps: 8 });
  await page.mouse.up();
  await expect(cards('In progress')).toHaveText(['Hire a teller']);
  const bar = page.getByRole('status').filter({ hasText: '“Hire a teller” is in In progress, 1 of 1.' });
  await bar.getByRole('button', { name: 'Undo' }).click();
  await expect(cards('To do')).toHaveText(['Order chairs', 'Hire a teller', 'Print the flyer']);

  // By keyboard: the last one to the top of the next list, the first one to the end of its own.
  await card('Print the flyer').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await expect(cards('In progress')).toHaveText(['Print the flyer']);
  await expect(card('Print the flyer')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(card('Order chairs')).toBeFocused();
  for (const key of ['Space', 'ArrowDown', 'Space']) await page.keyboard.press(key);
  await expect(cards('To do')).toHaveText(['Hire a teller', 'Order chairs']);

  // A list by its head.
  await page.mouse.move(...(await middle(list('Done').getByRole('heading', { level: 2 }))));
  await page.mouse.down();
  await page.mouse.move(...(await middle(list('To do').getByRole('heading', { level: 2 }))), { steps: 8 });
  await page.mouse.move((await list('To do').boundingBox())!.x + 8, 300);
  await page.mouse.up();
  const order = page.getByRole('heading', { level: 2 });
  await expect(order).toHaveText(['Done', 'To do', 'In progress']);

  await card('Order chairs').press('Enter');
  const form = page.getByRole('dialog', { name: 'Order chairs' });
  await form.getByLabel('Due').fill('2030-05-06');
  await form.getByRole('radio', { name: 'Color 3' }).press('Space');
  await form.getByRole('textbox', { name: 'Add a step' }).fill('Measure the lobby');
  await page.keyboard.press('Enter');
  await form.getByRole('textbox', { name: 'Write a comment' }).fill('Twelve are enough.');
  await form.getByRole('button', { name: 'Add comment' }).click();
  await expect(form.getByRole('listitem').filter({ hasText: 'Twelve are enough.' })).toBeVisible();
  await expect(form.getByText('Saved', { exact: true })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);

  await page.reload();
  await demo.waitUntilDrawn();
  await expect(form.getByLabel('Due')).toHaveValue('2030-05-06');
  await expect(form.getByRole('radio', { name: 'Color 3' })).toBeChecked();
  await expect(form.getByRole('textbox', { name: 'Step: Measure the lobby' })).toBeVisible();
  await form.getByRole('button', { name: 'Close' }).click();
  await expect(order).toHaveText(['Done', 'To do', 'In progress']);
  await expect(cards('To do')).toHaveText(['Hire a teller', 'Order chairs']);
  expect(await findViolations(page)).toEqual([]);

  await page.getByRole('searchbox', { name: 'Search cards' }).fill('lobby');
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Order chairs']);
  await demo.close();
});
