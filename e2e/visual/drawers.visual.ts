import type { Locator, Page } from '@playwright/test';
import { CHROME, expect, type LayoutName, test } from './room.ts';

interface Opener {
  /** Of the button, or of the line in the menu that the button opens. */
  name: RegExp;
  line?: RegExp;
  dialog: string;
  /** Beside the page, which can be used all the while. */
  beside?: boolean;
  not?: readonly LayoutName[];
}

const EVERYWHERE: readonly Opener[] = [
  { name: /^Settings of the display/, dialog: 'Settings of the display' },
  { name: /^Announcements and alerts/, dialog: 'Announcements and alerts' },
];
const MORE = /^More tools/;

/** Whatever opens over the page or beside it, by the width at which it does. */
const OPENERS: Record<1440 | 390, readonly Opener[]> = {
  1440: [
    ...EVERYWHERE,
    { name: /^Messages/, dialog: 'Messages', not: ['classic'] },
    { name: /^Notifications/, dialog: 'Notifications', not: ['classic'] },
    { name: /^Shortcuts/, dialog: 'Shortcuts', not: ['classic'] },
    { name: /^Ask RiseIQ/, dialog: 'Ask RiseIQ', beside: true },
    { name: /^Chat/, dialog: 'Chat', not: ['centered', 'material'] },
  ],
  390: [
    ...EVERYWHERE,
    { name: /^Show navigation/, dialog: 'Main navigation' },
    { name: MORE, line: /^Messages/, dialog: 'Messages', not: ['classic'] },
    { name: MORE, line: /^Contact us/, dialog: 'Contact us' },
    { name: /^Ask RiseIQ/, dialog: 'Ask RiseIQ' },
    { name: /^Chat/, dialog: 'Chat', not: ['centered', 'material'] },
  ],
};

const holdsFocus = (dialog: Locator) => dialog.evaluate((element) => element.contains(document.activeElement));

/** What is wrong with one way to open a dialog by keyboard, to stay in it, and to leave it. */
async function faultsOf(page: Page, { name, line, dialog: title, beside = false }: Opener): Promise<string[]> {
  const faults: string[] = [];
  const opener = page.getByRole('button', { name }).first();
  await opener.press('Enter');
  if (line !== undefined) {
    // As anybody must who has no mouse: the menu takes the focus as it opens, and only then has lines to choose from.
    const menu = page.getByRole('menu').filter({ visible: true });
    await expect.poll(() => holdsFocus(menu), `the focus goes into the menu of ${title}`).toBe(true);
    await menu.getByRole('menuitem', { name: line }).press('Enter');
  }
  const dialog = page.getByRole('dialog', { name: title, exact: true });
  await expect(dialog, title).toBeVisible();
  await expect.poll(() => holdsFocus(dialog), `the focus goes into ${title}`).toBe(true);
  if (!beside) {
    if ((await dialog.getAttribute('aria-modal')) !== 'true') faults.push('is not said to be modal');
    // Back from its beginning to its end, and on to its beginning: both ends are passed.
    for (const key of ['Shift+Tab', 'Shift+Tab', 'Tab', 'Tab', 'Tab']) {
      await page.keyboard.press(key);
      if (!(await holdsFocus(dialog))) faults.push(`is left by ${key}`);
    }
  }
  await page.keyboard.press('Escape');
  await expect(dialog, `Escape closes ${title}`).toBeHidden();
  await expect(opener, `the focus comes back from ${title}`).toBeFocused();
  return faults.map((fault) => `${title} ${fault}`);
}

for (const width of [1440, 390] as const)
  test(`at ${width} px all that opens is a dialog that keeps and gives back the focus, in every layout`, async ({
    room,
  }) => {
    await room.speak('en');
    const faults: string[] = [];
    for (const layout of CHROME) {
      await room.visit('/home', layout);
      await room.resize(width);
      for (const opener of OPENERS[width]) {
        if (opener.not?.includes(layout)) continue;
        for (const fault of await faultsOf(room.page, opener)) faults.push(`${layout}: ${fault}`);
      }
    }
    expect(faults).toEqual([]);
  });
