import { settled } from '../support/settled.ts';
import { expect, LAYOUTS, Room, test } from './room.ts';

/** Nothing on this page is anybody's data, and it never changes. */
const PAGE = '/error/404';
const VIEWS = [
  [1440, 'light'],
  [390, 'dark'],
] as const;

/** Each layout beside its kept picture; `CONTRIBUTING.md` tells how to renew them. */
test('every layout looks as its pictures do', async ({ room }) => {
  const page = await room.context.newPage();
  await page.clock.setFixedTime('2026-01-31T09:00:00Z');
  await page.route(/\/api\/apps\/chat\/(chats|contacts)$/, (route) => route.fulfill({ json: [] }));
  await page.goto(PAGE);
  const view = new Room(page, room.scorecard);
  view.language = room.language;
  await view.speak('en');
  // Where nothing is that shows a pointer over it.
  await page.mouse.move(720, 880);
  for (const layout of LAYOUTS) {
    await view.visit(PAGE, layout);
    for (const [width, scheme] of VIEWS) {
      await view.colour(scheme);
      await view.resize(width);
      await expect(page.locator('[aria-busy="true"], header button[aria-hidden]')).toHaveCount(0);
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await settled(page);
      await expect.soft(page).toHaveScreenshot(`${layout}-${width}-${scheme}.png`);
    }
  }
  await page.close();
});
