import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expectAccessible } from '../support/accessibility.ts';
import { signInToDemo } from '../support/demo.ts';
import { expect, test, WITH_MOTION } from '../support/journey.ts';
import { hostFolder, type StaticHost } from '../support/static-host.ts';

const BUILD = fileURLToPath(new URL('../../demo/dist', import.meta.url));

// A dialog that is closed while it still opens.
test.use(WITH_MOTION);

let host: StaticHost;
test.beforeAll(async () => {
  host = await hostFolder(BUILD, '/demo/');
});
test.afterAll(() => host.close());

/**
 * Presses Escape when a dialog has just opened: as on a busy page, before the timer that moves the focus into it. Returns
 * once it watches, so that what is pressed next is seen; the page is marked when it has.
 */
const escapeWhenOpen = () => {
  const { setTimeout: inTime } = globalThis;
  globalThis.setTimeout = ((work: () => void, ms?: number) => inTime(work, ms || 100)) as typeof setTimeout;
  const observer = new MutationObserver(() => {
    if (!document.querySelector('[role="dialog"]')) return;
    observer.disconnect();
    document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    globalThis.setTimeout = inTime;
    document.documentElement.dataset['escaped'] = '';
  });
  observer.observe(document.body, { attributes: true, childList: true, subtree: true });
};

test('the inventory: a product is priced, guarded, kept over a reload; several are changed; a file goes out and in', async ({
  page,
}) => {
  await page.goto(`${host.url}#/sign-in`);
  await signInToDemo(page);
  await page.goto(`${host.url}#/apps/ecommerce/inventory`);
  const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
  const status = (text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();
  await status('66 products');
  await expectAccessible(page, 'the inventory');
  await page.getByRole('searchbox', { name: 'Search products' }).fill('scarf');
  await status('6 products found');
  // A product without a picture shows its letters.
  await expect(row('Forest scarf').locator('[data-letters="Fs"]')).toBeVisible();

  // The link of the name covers the whole row, which opens the product; the price follows the base price.
  await row('Blue scarf').getByRole('cell').nth(2).click({ force: true });
  const form = page.getByRole('dialog', { name: 'Blue scarf' });
  await form.getByRole('textbox', { name: 'Base price' }).fill('20');
  await form.getByRole('textbox', { name: 'Tax' }).fill('10');
  await expect(form.getByRole('status', { name: 'Price' })).toHaveText('$22.00');
  await expectAccessible(page, 'a product');
  await page.goBack();
  await page.getByRole('button', { name: 'Stay here' }).click();
  await page.keyboard.press('Control+s');
  await expect(form.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(form.getByRole('status', { name: 'Price' })).toHaveText('$22.00');

  // By keyboard: back to the list, to the next row and into it.
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await page.getByRole('link', { name: 'Blue scarf' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Charcoal scarf' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Charcoal scarf' })).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.evaluate(escapeWhenOpen);
  await page.keyboard.press('Enter');
  await expect(page.locator('html[data-escaped]')).toBeAttached();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Charcoal scarf' })).toBeFocused();

  // Several at once, and back.
  await page.getByRole('checkbox', { name: 'Select all on this page' }).press('Space');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog', { name: 'Delete 6 products?' }).getByRole('button', { name: 'Delete' }).click();
  await status('No matching products');
  // The list may be empty before the deletion can be undone.
  await status('6 products were deleted.');
  await page.keyboard.press('Control+z');
  await status('6 products found');

  // What was exported is imported with another stock.
  await page.getByRole('button', { name: 'More' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export as CSV' }).click();
  const content = await readFile(await (await downloading).path(), 'utf8');
  expect(content.trim().split('\r\n')).toHaveLength(7);
  const lines = content.split('\r\n').map((line) => line.split(','));
  const stock = lines[0]!.indexOf('Stock');
  lines[1]![stock] = '3';
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Import from CSV' }).click();
  await page.locator('input[accept*="csv"]').setInputFiles({
    name: 'scarves.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.map((cells) => cells.join(',')).join('\r\n'), 'utf8'),
  });
  await status('0 new · 1 changed · 5 unchanged');
  await expectAccessible(page, 'the import');
  await page.getByRole('button', { name: 'Import 1 product' }).click();
  await status('1 product was imported.');
  await expect(row(lines[1]![1]!)).toContainText('3');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page, 'the inventory on a phone');
});
