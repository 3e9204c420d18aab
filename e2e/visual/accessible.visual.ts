import { expectAccessible } from '../support/accessibility.ts';
import { CHROME, SCHEMES, test } from './room.ts';

/** The page inside the frame is looked at by its own journeys; here it is what each layout puts around it. */
for (const layout of CHROME)
  test(`${layout}: nothing for axe, in both schemes`, async ({ room }) => {
    await room.visit('/home', layout);
    for (const scheme of SCHEMES) {
      await room.colour(scheme);
      for (const width of [1440, 390]) {
        await room.resize(width);
        await expectAccessible(room.page, `${layout} at ${width} px, ${scheme}`);
        if (width >= 960) continue;
        await room.page.locator('header button[aria-expanded]').first().click();
        const drawer = room.page.getByRole('dialog');
        await drawer.getByRole('list').first().waitFor();
        await expectAccessible(room.page, `${layout}, navigation open, ${scheme}`, '[role="dialog"]');
        await room.page.keyboard.press('Escape');
        await drawer.waitFor({ state: 'detached' });
      }
    }
  });
