import { expectAccessible, expectReadable } from '../support/accessibility.ts';
import { CROSSED_ENDS, ENDS } from '../support/sweep.ts';
import { CHROME_LAYOUTS, test } from './page-harness.ts';

test.describe.configure({ mode: 'parallel' });

/** Journeys check the pages themselves; this checks what each layout puts around them. */
for (const layout of CHROME_LAYOUTS)
  test(`${layout}: axe finds nothing around the page`, async ({ harness }) => {
    await harness.visit('/home', layout);
    for (const { width, scheme } of ENDS) {
      await harness.setScheme(scheme);
      await harness.resize(width);
      await expectAccessible(harness.page, `${layout} at ${width} px, ${scheme}`);
      if (width >= 960) continue;
      await harness.page.locator('header button[aria-expanded]').first().click();
      const drawer = harness.page.getByRole('dialog');
      await drawer.getByRole('list').first().waitFor();
      await expectAccessible(harness.page, `${layout}, navigation open, ${scheme}`, '[role="dialog"]');
      await harness.page.keyboard.press('Escape');
      await drawer.waitFor({ state: 'detached' });
    }
    for (const { width, scheme } of CROSSED_ENDS) {
      await harness.setScheme(scheme);
      await harness.resize(width);
      await expectReadable(harness.page, `${layout} at ${width} px, ${scheme}`);
    }
  });
