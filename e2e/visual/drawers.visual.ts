import type { Locator, Page } from '@playwright/test';
import { inTurn } from '../support/sweep.ts';
import { CHROME_LAYOUTS, expect, type LayoutName, test } from './page-harness.ts';

test.describe.configure({ mode: 'parallel' });

interface Opener {
  /** Name of the button. */
  name: RegExp;
  /** Name of the item in the menu that the button opens. */
  item?: RegExp;
  dialog: string;
  /** Docked beside the page, which stays usable. */
  docked?: boolean;
  /** Layouts without this button. */
  except?: readonly LayoutName[];
}

const EVERYWHERE: readonly Opener[] = [{ name: /^Announcements and alerts/, dialog: 'Announcements and alerts' }];
const MORE = /^More tools/;

/** What opens over the page or beside it, by width. */
const OPENERS: Record<1440 | 390, readonly Opener[]> = {
  1440: [
    ...EVERYWHERE,
    { name: /^Display settings/, dialog: 'Display settings' },
    { name: /^Messages/, dialog: 'Messages', except: ['classic'] },
    { name: /^Notifications/, dialog: 'Notifications', except: ['classic'] },
    { name: /^Shortcuts/, dialog: 'Shortcuts', except: ['classic'] },
    { name: /^Ask RiseIQ/, dialog: 'Ask RiseIQ', docked: true },
    { name: /^Chat/, dialog: 'Chat' },
  ],
  390: [
    ...EVERYWHERE,
    { name: MORE, item: /^Display settings/, dialog: 'Display settings' },
    { name: /^Show navigation/, dialog: 'Main navigation' },
    { name: MORE, item: /^Messages/, dialog: 'Messages', except: ['classic'] },
    { name: MORE, item: /^Contact us/, dialog: 'Contact us' },
    { name: /^Ask RiseIQ/, dialog: 'Ask RiseIQ' },
    { name: /^Chat/, dialog: 'Chat' },
  ],
};

const containsFocus = (dialog: Locator) => dialog.evaluate((element) => element.contains(document.activeElement));

/** Opens a dialog by keyboard, tries to leave it with Tab, and closes it; returns the defects. */
async function findFocusDefects(page: Page, { name, item, dialog: title, docked = false }: Opener): Promise<string[]> {
  const defects: string[] = [];
  const opener = page.getByRole('button', { name }).first();
  await opener.press('Enter');
  if (item !== undefined) {
    // The menu takes the focus as it opens; only then can an item be chosen by keyboard.
    const menu = page.getByRole('menu').filter({ visible: true });
    await expect.poll(() => containsFocus(menu), `the focus moves into the menu of ${title}`).toBe(true);
    await menu.getByRole('menuitem', { name: item }).press('Enter');
  }
  const dialog = page.getByRole('dialog', { name: title, exact: true });
  await expect(dialog, title).toBeVisible();
  await expect.poll(() => containsFocus(dialog), `the focus moves into ${title}`).toBe(true);
  if (!docked) {
    if ((await dialog.getAttribute('aria-modal')) !== 'true') defects.push('is not marked as modal');
    // Backward over its start to its end, and forward to its start again.
    for (const key of ['Shift+Tab', 'Shift+Tab', 'Tab', 'Tab', 'Tab']) {
      await page.keyboard.press(key);
      if (!(await containsFocus(dialog))) defects.push(`loses the focus on ${key}`);
    }
  }
  await page.keyboard.press('Escape');
  await expect(dialog, `Escape closes ${title}`).toBeHidden();
  await expect(opener, `the focus returns from ${title}`).toBeFocused();
  return defects.map((defect) => `${title} ${defect}`);
}

for (const width of [1440, 390] as const)
  test(`at ${width} px every dialog traps the focus and returns it`, async ({ harness }) => {
    await harness.setLanguage('en');
    const defects: string[] = [];
    for (const layout of inTurn(CHROME_LAYOUTS, width === 1440 ? 0 : 1)) {
      await harness.visit('/home', layout);
      await harness.resize(width);
      for (const opener of OPENERS[width]) {
        if (opener.except?.includes(layout)) continue;
        for (const defect of await findFocusDefects(harness.page, opener)) defects.push(`${layout}: ${defect}`);
      }
    }
    expect(defects).toEqual([]);
  });
