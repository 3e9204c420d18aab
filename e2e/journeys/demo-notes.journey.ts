import { DemoPage } from '../support/demo.ts';
import { expect, test } from '../support/journey.ts';
import { URL as PORTAL } from '../support/portal.ts';

test('a visitor keeps notes by mouse and by keyboard, and all of it is there after a reload', async ({ browser }) => {
  const demo = await DemoPage.open(browser, `${PORTAL}/demo/#/sign-in`);
  await demo.signIn();
  const { page } = demo;
  await demo.visit('/apps/notes');
  await page.getByRole('button', { name: 'New note' }).click();
  const form = page.getByRole('dialog');
  await expect(form.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await page.keyboard.type('Garden');
  await form.getByRole('textbox', { name: 'Text' }).fill('Before the frost');
  await form.getByRole('textbox', { name: /^Add an item/ }).fill('Roses');
  await page.keyboard.press('Enter');
  await form.getByRole('button', { name: 'Edit labels' }).press('Enter');
  await form.getByRole('textbox', { name: 'Find or create a tag' }).fill('Outdoors');
  await page.keyboard.press('Enter');
  await expect(form.getByRole('checkbox', { name: 'Outdoors' })).toBeChecked();
  // Escape closes the tags first, then the note, which goes back to its card.
  await page.keyboard.press('Escape');
  await expect(form.getByRole('textbox', { name: 'Find or create a tag' })).toBeHidden();
  await form.getByRole('button', { name: 'Pin', exact: true }).click();
  await expect(form.getByText('Saved', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();

  await page.reload();
  await demo.waitUntilDrawn();
  const cards = page.getByRole('heading', { level: 2 });
  await expect(cards.first()).toHaveText('Garden');
  const box = page.getByRole('checkbox', { name: '“Roses” is done' });
  await box.press('Space');
  await expect(box).toBeChecked();
  await page
    .getByRole('link', { name: /^Garden/ })
    .first()
    .press('Enter');
  await expect(form.getByRole('textbox', { name: 'Text' })).toHaveValue('Before the frost');
  await form.getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('“Garden” was archived.')).toBeVisible();
  await expect(cards.filter({ hasText: 'Garden' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(cards.first()).toHaveText('Garden');
  await page.getByRole('searchbox', { name: 'Search notes' }).fill('frost');
  await expect(cards).toHaveText(['Garden']);
  await demo.close();
});
