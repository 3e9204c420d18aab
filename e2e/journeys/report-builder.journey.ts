import type { Page } from '@playwright/test';
import { expectAccessible, expectNoOverflow } from '../support/accessibility.ts';
import { expect, heading, signIn, test } from '../support/journey.ts';
import { PEOPLE } from '../support/portal.ts';

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search fields' });
const saved = (page: Page) => expect(page.getByText('All changes saved')).toBeVisible();
const tiles = (page: Page) => page.getByRole('group', { name: /^Tile: / });

/** Enters a word and takes the best field. */
async function pick(page: Page, word: string): Promise<void> {
  await search(page).fill(word);
  await page.keyboard.press('Enter');
  await expect(search(page)).toHaveValue('');
}

test('a report is built by mouse, published, read with its filter, and changed again', async ({ page }) => {
  await signIn(page, PEOPLE.alderAdmin, '/reports');
  await page.getByRole('button', { name: 'New report' }).click();
  await expect(page.getByText('Choose what to show')).toBeVisible();

  await page.getByRole('button', { name: 'Net worth ratio', exact: true }).click();
  await expect(page.getByRole('article', { name: 'Net worth ratio' })).toContainText(/\d+\.\d\d%/);
  const figure = await page.getByRole('article', { name: 'Net worth ratio' }).textContent();
  await page.getByRole('button', { name: 'State', exact: true }).click();
  await expect(page.getByRole('figure', { name: 'Net worth ratio by state' })).toBeVisible();

  // A second tile is dragged to the side of the first.
  await page.getByRole('button', { name: 'Add tile' }).click();
  await page.getByRole('menuitem', { name: 'Chart, table or figures' }).click();
  await page.getByRole('button', { name: 'Net worth ratio', exact: true }).click();
  await expect(tiles(page)).toHaveCount(2);
  await saved(page);
  await tiles(page).nth(1).hover();
  const handle = (await page.getByRole('button', { name: 'Move Net worth ratio', exact: true }).boundingBox())!;
  const target = (await tiles(page).nth(0).boundingBox())!;
  await page.mouse.move(handle.x + 8, handle.y + 8);
  await page.mouse.down();
  await page.mouse.move(target.x + 40, target.y + target.height / 2, { steps: 8 });
  await page.mouse.up();
  await expect(tiles(page).first()).toHaveAccessibleName('Tile: Net worth ratio');
  await saved(page);
  const [left, right] = [(await tiles(page).nth(0).boundingBox())!, (await tiles(page).nth(1).boundingBox())!];
  expect(left.y).toBe(right.y);
  expect(left.x + left.width).toBeLessThan(right.x);

  // Readers may filter by state.
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Add to Filters for readers' }).selectOption('State');
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Capital by state');
  await expect(heading(page, 'Capital by state')).toBeVisible();
  await saved(page);
  await page.getByRole('button', { name: 'Publish' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish the report' });
  await dialog.getByRole('textbox').fill('First version');
  await dialog.getByRole('button', { name: 'Publish' }).click();

  await expect(page).toHaveURL(/\/reports\/[0-9a-f-]+$/);
  await expect(heading(page, 'Capital by state')).toBeFocused();
  await expect(page.getByRole('article', { name: 'Net worth ratio' })).toContainText(figure!);
  // A bar filters the report by its state.
  const bars = page.getByRole('figure', { name: 'Net worth ratio by state' });
  await bars.getByRole('slider').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?state=[A-Z]{2}$/);
  await expect(page.getByRole('article', { name: 'Net worth ratio' })).not.toContainText(figure!);

  // What is changed later does not reach readers before it is published.
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Net worth by state');
  await saved(page);
  await expect(page.getByText('Unpublished changes')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the report' }).click();
  await expect(heading(page, 'Capital by state')).toBeVisible();
});

/** A small square. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAE0lEQVR4nGP4z8DAAMIM/zk5OQEaKgMZ7jV9AAAAAABJRU5ErkJggg==',
  'base64',
);

test('a picture is placed, described and published', async ({ page }) => {
  await signIn(page, PEOPLE.alderAdmin, '/reports');
  await page.getByRole('button', { name: 'New report' }).click();
  await page.getByRole('button', { name: 'Add tile' }).click();
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: 'Image' }).click();
  await (await chosen).setFiles({ name: 'square.png', mimeType: 'image/png', buffer: PICTURE });
  await expect(tiles(page)).toHaveAccessibleName('Tile: Image');
  await saved(page);
  await expect(page.getByText(/^Describe the picture for people who don’t see it/)).toBeVisible();
  await page.getByRole('textbox', { name: 'What the picture shows', exact: true }).fill('A small square');
  await page.getByRole('textbox', { name: 'What the picture shows, in Turkish' }).fill('Küçük bir kare');
  await expect(page.getByRole('img', { name: 'A small square' })).toBeVisible();
  await saved(page);
  await expect(page.getByText(/^Describe the picture/)).toBeHidden();
  await expectAccessible(page, 'a picture in the builder');
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect(page).toHaveURL(/\/reports\/[0-9a-f-]+$/);
  const picture = page.getByRole('img', { name: 'A small square' });
  await expect(picture).toBeVisible();
  // Encoded again, it is still a picture that browsers show.
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(2);
  await expectAccessible(page, 'a picture in a report');
});

test('a report is built and published without a mouse', async ({ page }) => {
  await signIn(page, PEOPLE.alderAdmin, '/reports');
  // Until the workspaces are known, the button only has its place.
  await expect(page.getByRole('button', { name: 'New report' })).toBeEnabled();
  await page.getByRole('button', { name: 'New report' }).focus();
  await page.keyboard.press('Enter');
  await expect(search(page)).toBeFocused();
  await pick(page, 'total assets');
  await expect(page.getByRole('article', { name: 'Total assets' })).toContainText('$');
  await pick(page, 'asset size');
  await expect(page.getByRole('figure', { name: 'Total assets by asset size' })).toBeVisible();
  await page.keyboard.press('Escape');
  await pick(page, 'members');
  await expect(tiles(page)).toHaveCount(2);
  await saved(page);
  await page.getByRole('button', { name: 'Move Members', exact: true }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('status').filter({ hasText: 'Tile moved left' })).toBeAttached();
  await expect(page.getByRole('button', { name: 'Move Members', exact: true })).toBeFocused();
  await page.keyboard.press('Shift+ArrowLeft');
  await saved(page);
  // Undo takes back one step after the other.
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await saved(page);
  const [upper, lower] = [(await tiles(page).nth(0).boundingBox())!, (await tiles(page).nth(1).boundingBox())!];
  expect(upper.y + upper.height).toBeLessThan(lower.y);
  await page.keyboard.press('Control+Shift+z');
  await saved(page);
  await page.getByRole('button', { name: 'Publish' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Publish the report' });
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('Without a mouse');
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Publish' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Untitled report')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toBeVisible();
});

test('the builder is accessible and within the edges, in both schemes and down to a phone', async ({ page }) => {
  await page.context().addInitScript(() => localStorage.setItem('rise.appearance', '{"scheme":"auto"}'));
  await signIn(page, PEOPLE.alderAdmin, '/reports');
  await page.getByRole('button', { name: 'New report' }).click();
  await pick(page, 'total assets');
  await pick(page, 'asset size');
  await expect(page.getByRole('figure', { name: 'Total assets by asset size' })).toBeVisible();
  await saved(page);
  for (const [width, scheme] of [
    [1440, 'light'],
    [960, 'dark'],
    [390, 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 900 });
    await expect(page.locator('body')).toHaveClass(new RegExp(`\\b${scheme}\\b`));
    await expectNoOverflow(page, `builder at ${width}`);
    await expectAccessible(page, `builder at ${width}`);
  }
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await expectAccessible(page, 'settings on a phone', '[role="dialog"]');
});
