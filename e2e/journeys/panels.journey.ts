import { expectAccessible, expectNoOverflow } from '../support/accessibility.ts';
import { expect, resetPreferences, signIn, test } from '../support/journey.ts';
import { callApi, clearOwn, publish, withdrawAll } from '../support/panels.ts';
import { PEOPLE } from '../support/portal.ts';
import { SCHEMES, viewportOf } from '../support/sweep.ts';

const DIALOG = '[role="dialog"]';
const MENU = '[role="menu"]';
const MORE = /^More tools/;
/** What each button opens; on a phone some are items of one menu. */
const PANELS = {
  1440: [
    { button: /^Announcements and alerts/, opened: DIALOG },
    { button: /^Messages/, opened: DIALOG },
    { button: /^Notifications/, opened: DIALOG },
    { button: /^Shortcuts/, opened: DIALOG },
    { button: /^Help/, opened: MENU },
    { button: /’s account$/, opened: MENU },
  ],
  390: [
    { button: /^Announcements and alerts/, opened: DIALOG },
    { button: MORE, opened: MENU },
    { button: MORE, menuItem: /^Messages/, opened: DIALOG },
    { button: MORE, menuItem: /^Notifications/, opened: DIALOG },
    { button: MORE, menuItem: /^Shortcuts/, opened: DIALOG },
    { button: MORE, menuItem: /^Contact us/, opened: DIALOG },
    { button: /’s account$/, opened: MENU },
  ],
} as const;

/** Each width with each scheme and each state, which with each other, too. */
const WIDTHS = { light: { empty: 390, full: 1440 }, dark: { empty: 1440, full: 390 } } as const;

test.afterEach(({ page }) => resetPreferences(page));

for (const scheme of SCHEMES)
  test(`every panel, full and empty, works by keyboard and is accessible, in ${scheme}`, async ({
    page,
    anotherBrowser,
  }) => {
    const publisher = await anotherBrowser();
    await signIn(publisher, PEOPLE.globalAdmin, '/user');
    await signIn(page, PEOPLE.birchAdmin, '/user');
    await callApi(page, 'PATCH', '/api/v1/account', { preferences: { scheme, layout: 'classy' } });
    const fill = async () => {
      await publish(publisher, {
        title: 'Figures of December',
        content: 'All of them.',
        link: { uri: '/reports', hyperText: 'See them' },
      });
      const item = { title: 'Read me', description: '**At once**', icon: 'report', link: '/reports', useRouter: true };
      await callApi(page, 'POST', '/api/common/messages', { message: item });
      await callApi(page, 'POST', '/api/common/notifications', { notification: { ...item, read: true } });
      await callApi(page, 'POST', '/api/common/shortcuts', {
        shortcut: { label: 'Reports', description: 'All', icon: 'report', link: '/reports', useRouter: true },
      });
    };
    const empty = async () => {
      await withdrawAll(publisher);
      for (const list of ['messages', 'notifications', 'shortcuts'] as const) await clearOwn(page, list);
    };
    for (const state of ['empty', 'full'] as const) {
      await empty();
      if (state === 'full') await fill();
      const width = WIDTHS[scheme][state];
      await page.setViewportSize(viewportOf(width));
      await page.goto('/user');
      if (state === 'full') await expect(page.getByRole('region', { name: 'Announcements' })).toBeVisible();
      await expectNoOverflow(page, `${state} at ${width} px`);
      for (const { button, opened, ...entry } of PANELS[width]) {
        const menuItem = 'menuItem' in entry ? entry.menuItem : null;
        const what = `${(menuItem ?? button).source}, ${state} at ${width} px, ${scheme}`;
        const target = page.getByRole('button', { name: button });
        if (button === MORE)
          await expect(target, what).toHaveAccessibleName(
            state === 'full' ? /^More tools: Messages, 1 unread/ : 'More tools',
          );
        await target.focus();
        await page.keyboard.press('Enter');
        if (menuItem !== null) {
          // The menu takes the focus as it opens: an item that had it before would lose it.
          const menu = page.locator(MENU).filter({ visible: true });
          await expect.poll(() => menu.evaluate((at) => at.contains(document.activeElement)), what).toBe(true);
          await page.getByRole('menuitem', { name: menuItem }).focus();
          await page.keyboard.press('Enter');
        }
        const panel = page.locator(opened);
        await expect(panel, what).toBeVisible();
        await expect.poll(() => panel.evaluate((at) => at.contains(document.activeElement)), what).toBe(true);
        await expectAccessible(page, what, opened);
        await expectNoOverflow(page, what);
        await page.keyboard.press('Escape');
        await expect(panel, what).toBeHidden();
        await expect(target, what).toBeFocused();
      }
    }
    await page.setViewportSize({ width: 1440, height: 844 });
    await page.getByRole('button', { name: 'Shortcuts' }).click();
    await page.getByRole('button', { name: 'Add shortcut' }).click();
    await expectAccessible(page, 'form of a shortcut', '[role="dialog"]');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Help' }).click();
    await page.getByRole('menuitem', { name: 'Contact us' }).click();
    await page.getByRole('dialog', { name: 'Contact us' }).getByRole('button', { name: 'Send' }).click();
    await expectAccessible(page, 'contact dialog with errors', '[role="dialog"]');
    await page.keyboard.press('Escape');
    await page.goto('/contact-us');
    await page.getByRole('button', { name: 'Send' }).click();
    await expectAccessible(page, 'contact page with errors');
    await empty();
  });
