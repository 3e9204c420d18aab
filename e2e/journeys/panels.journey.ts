import { expectAccessible, expectNoOverflow } from '../support/accessibility.ts';
import { expect, forgetPreferences, signIn, test } from '../support/journey.ts';
import { ask, clearOwn, publish, withdrawAll } from '../support/panels.ts';
import { PEOPLE } from '../support/portal.ts';

const DIALOG = '[role="dialog"]';
const MENU = '[role="menu"]';
const MORE = /^More tools/;
/** What each button opens; on a phone some of them are lines of one menu. */
const PANELS = {
  1440: [
    { button: /^Announcements and alerts/, opened: DIALOG },
    { button: /^Messages/, opened: DIALOG },
    { button: /^Notifications/, opened: DIALOG },
    { button: /^Shortcuts/, opened: DIALOG },
    { button: /^Help/, opened: MENU },
    { button: /^Account of/, opened: MENU },
  ],
  390: [
    { button: /^Announcements and alerts/, opened: DIALOG },
    { button: MORE, opened: MENU },
    { button: MORE, line: /^Messages/, opened: DIALOG },
    { button: MORE, line: /^Notifications/, opened: DIALOG },
    { button: MORE, line: /^Shortcuts/, opened: DIALOG },
    { button: MORE, line: /^Contact us/, opened: DIALOG },
    { button: /^Account of/, opened: MENU },
  ],
} as const;

test.afterEach(({ page }) => forgetPreferences(page));

for (const scheme of ['light', 'dark'] as const)
  test(`every panel, full and empty, is worked by keyboard and has nothing for axe, in ${scheme}`, async ({
    page,
    anotherBrowser,
  }) => {
    const publisher = await anotherBrowser();
    await signIn(publisher, PEOPLE.globalAdmin, '/user');
    await signIn(page, PEOPLE.birchAdmin, '/user');
    await ask(page, 'PATCH', '/api/v1/account', { preferences: { scheme, layout: 'classy' } });
    const fill = async () => {
      await publish(publisher, {
        title: 'Figures of December',
        content: 'All of them.',
        link: { uri: '/reports', hyperText: 'See them' },
      });
      const item = { title: 'Read me', description: '**At once**', icon: 'report', link: '/reports', useRouter: true };
      await ask(page, 'POST', '/api/common/messages', { message: item });
      await ask(page, 'POST', '/api/common/notifications', { notification: { ...item, read: true } });
      await ask(page, 'POST', '/api/common/shortcuts', {
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
      for (const width of [1440, 390] as const) {
        await page.setViewportSize({ width, height: 844 });
        await page.goto('/user');
        if (state === 'full') await expect(page.getByRole('region', { name: 'Announcements' })).toBeVisible();
        await expectNoOverflow(page, `${state} at ${width} px`);
        for (const { button, opened, ...inMenu } of PANELS[width]) {
          const line = 'line' in inMenu ? inMenu.line : null;
          const what = `${(line ?? button).source}, ${state} at ${width} px, ${scheme}`;
          const target = page.getByRole('button', { name: button });
          if (button === MORE)
            await expect(target, what).toHaveAccessibleName(
              state === 'full' ? /^More tools: Messages, 1 unread/ : 'More tools',
            );
          await target.focus();
          await page.keyboard.press('Enter');
          if (line !== null) {
            await page.getByRole('menuitem', { name: line }).focus();
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
    }
    await page.setViewportSize({ width: 1440, height: 844 });
    await page.getByRole('button', { name: 'Shortcuts' }).click();
    await page.getByRole('button', { name: 'Add a shortcut' }).click();
    await expectAccessible(page, 'form of a shortcut', '[role="dialog"]');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Help' }).click();
    await page.getByRole('menuitem', { name: 'Contact us' }).click();
    await page.getByRole('dialog', { name: 'Contact us' }).getByRole('button', { name: 'Send' }).click();
    await expectAccessible(page, 'contact dialog with faults', '[role="dialog"]');
    await page.keyboard.press('Escape');
    await page.goto('/contact-us');
    await page.getByRole('button', { name: 'Send' }).click();
    await expectAccessible(page, 'contact page with faults');
    await empty();
  });
