import type { Page } from '@playwright/test';
import { expectAccessible, expectNoOverflow } from '../support/accessibility.ts';
import { expect, heading, signIn, test, type Watch } from '../support/journey.ts';
import { PEOPLE } from '../support/portal.ts';
import { ENDS, FULL_SWEEP, SCHEMES, viewportOf, WIDTHS } from '../support/sweep.ts';
import { allTilesReady, openScorecard, tile } from '../support/scorecard.ts';

interface Screen {
  name: string;
  /** The person who must be signed in. */
  as?: string;
  open: (page: Page, watch: Watch, scorecard: string) => Promise<void>;
  /** Selector of the part that axe checks here; the rest of the screen is an entry of its own. */
  part?: string;
}

const visit = (path: string, title: string | RegExp) => async (page: Page) => {
  await page.goto(path);
  await expect(heading(page, title)).toBeVisible();
};

const MENUS = [
  [/^Language/, 'menuitemradio'],
  [/’s account$/, 'menuitem'],
  [/^Options for Ranking/, 'menuitem'],
  [/^State/, 'option'],
] as const;
const OPEN = { menuitem: '[role="menu"]', menuitemradio: '[role="menu"]', option: '[role="listbox"]' };

const SCREENS: Screen[] = [
  { name: 'landing', open: visit('/landing', /^See where/) },
  { name: 'sign-in', open: visit('/login', 'Sign in') },
  { name: 'login-failed', open: visit('/login-failed?reason=no-role&request=0f1e2d3c', /does not have access/) },
  {
    name: 'boot failure',
    open: async (page, watch) => {
      watch.expectMessage(/status of 500|could not start/);
      await page.route('**/api/application-settings', (route) => route.fulfill({ status: 500, body: '' }));
      await visit('/landing', 'Rise could not start')(page);
    },
  },
  { name: 'choose-tenant', as: PEOPLE.globalSupport, open: visit('/choose-tenant', 'Choose an organization') },
  {
    name: 'home',
    as: PEOPLE.alderAnalyst,
    open: async (page) => {
      await visit('/home', /^Good /)(page);
      await expect(page.getByRole('region', { name: 'Data' })).toContainText('Dec 31, 2025');
    },
  },
  {
    name: 'reports',
    as: PEOPLE.alderAnalyst,
    open: async (page) => {
      await visit('/reports', 'Reports')(page);
      // A table, or on phones a list of cards.
      await expect(page.getByRole('main').getByRole('link', { name: 'Board scorecard', exact: true })).toBeVisible();
    },
  },
  {
    name: 'report',
    as: PEOPLE.alderAnalyst,
    open: async (page, _watch, scorecard) => {
      await page.goto(`${scorecard}?institution=5536&state=VA`);
      await allTilesReady(page);
      await expect(tile(page, 'Ranking').getByRole('figure').getByRole('listitem').first()).toBeAttached();
    },
  },
  {
    name: 'about this number',
    part: '[role="dialog"]',
    as: PEOPLE.alderAnalyst,
    open: async (page, _watch, scorecard) => {
      await page.goto(`${scorecard}?about=net_worth_ratio&tile=key-figures`);
      await expect(page.getByRole('dialog')).toContainText('997 ÷ 010');
      await allTilesReady(page);
    },
  },
  {
    name: 'open menus of the report',
    part: '[role="listbox"]',
    as: PEOPLE.alderAnalyst,
    open: async (page, _watch, scorecard) => {
      await page.goto(scorecard);
      await allTilesReady(page);
      for (const [button, part] of MENUS) {
        // A narrow header leaves the language menu to the account page.
        if (String(button) === '/^Language/' && page.viewportSize()!.width < 960) continue;
        await page.getByRole('button', { name: button }).first().click();
        await expect(page.locator(`[role="${part}"]:visible`).first()).toBeVisible();
        await expectAccessible(page, `${String(button)} open`, OPEN[part]);
        await page.keyboard.press('Escape');
      }
      await page.getByRole('combobox', { name: 'Credit union' }).click();
      await expect(page.locator('[role="option"]:visible').first()).toBeVisible();
    },
  },
  {
    name: 'user',
    as: PEOPLE.alderAnalyst,
    open: async (page) => {
      await visit('/user', 'Tobias Achterberg')(page);
      await expect(page.getByText('This browser', { exact: true })).toBeVisible();
    },
  },
  { name: 'not found', as: PEOPLE.alderAnalyst, open: visit('/workspaces', /can’t find/) },
  { name: 'failure', as: PEOPLE.alderAnalyst, open: visit('/error/500?requestId=0f1e2d3c', /went wrong/) },
];

const OVERFLOW_WIDTHS = { light: [1440, 960], dark: [600, 390] } as const;

for (const scheme of SCHEMES) {
  test.describe(`in the ${scheme} scheme`, () => {
    test.use({ colorScheme: scheme, contextOptions: { reducedMotion: 'reduce' } });
    test.beforeEach(async ({ page }) => {
      await page.addInitScript(() => localStorage.setItem('rise.appearance', '{"scheme":"auto"}'));
    });

    for (const screen of SCREENS) {
      test(`${screen.name}: accessible and within the edges`, async ({ page, watch }) => {
        let scorecard = '';
        if (/report$|number$/.test(screen.name) && screen.as) scorecard = await openScorecard(page, screen.as);
        else if (screen.as) await signIn(page, screen.as);
        for (const { width } of ENDS.filter((end) => end.scheme === scheme)) {
          await page.setViewportSize(viewportOf(width));
          await screen.open(page, watch, scorecard);
          if (screen.name !== 'sign-in') await expect(page.locator('body')).toHaveClass(new RegExp(`\\b${scheme}\\b`));
          await expectAccessible(page, `${screen.name} at ${width}`, screen.part);
        }
        for (const width of FULL_SWEEP ? WIDTHS : OVERFLOW_WIDTHS[scheme]) {
          await page.setViewportSize(viewportOf(width));
          await expectNoOverflow(page, `${screen.name} at ${width}`);
        }
      });
    }
  });
}
