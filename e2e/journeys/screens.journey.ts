import type { Browser, Page } from '@playwright/test';
import { expectAccessible, expectNoOverflow, expectReadable } from '../support/accessibility.ts';
import { expect, heading, intercept, test, useSession, watchErrors, type Watch } from '../support/journey.ts';
import { PEOPLE, URL as PORTAL } from '../support/portal.ts';
import { CROSSED_ENDS, ENDS, viewportOf, type Scheme } from '../support/sweep.ts';
import { allTilesReady, signInForScorecard, tile } from '../support/scorecard.ts';

interface Screen {
  name: string;
  /** The person who must be signed in. */
  as?: string;
  /** Within the portal, or a query of the board scorecard. */
  address: string;
  /** Returns once the screen is drawn as it is to be checked. */
  shown: (page: Page) => Promise<void>;
  /** Lets the load fail until the returned function is called. */
  provoke?: (page: Page, watch: Watch) => Promise<() => void>;
  /** Selector of the part that axe checks here; the rest of the screen is an entry of its own. */
  part?: string;
  /** Whether the part closes when the width changes. */
  closes?: boolean;
}

const titled = (title: string | RegExp) => (page: Page) => expect(heading(page, title)).toBeVisible();

const MENUS = [
  [/^Language/, 'menuitemradio'],
  [/’s account$/, 'menuitem'],
  [/^Options for Ranking/, 'menuitem'],
  [/^State/, 'option'],
] as const;
const OPEN = { menuitem: '[role="menu"]', menuitemradio: '[role="menu"]', option: '[role="listbox"]' };

const SCREENS: Screen[] = [
  { name: 'landing', address: '/landing', shown: titled(/^See where/) },
  { name: 'sign-in', address: '/login', shown: titled('Sign in') },
  {
    name: 'login-failed',
    address: '/login-failed?reason=no-role&request=0f1e2d3c',
    shown: titled(/does not have access/),
  },
  {
    name: 'boot failure',
    address: '/landing',
    provoke: (page, watch) => {
      watch.expectMessage(/status of 500|could not start/);
      return intercept(page, '**/api/application-settings', (route) => route.fulfill({ status: 500, body: '' }));
    },
    shown: titled('Rise could not start'),
  },
  {
    name: 'choose-tenant',
    as: PEOPLE.globalSupport,
    address: '/choose-tenant',
    shown: titled('Choose an organization'),
  },
  {
    name: 'home above the tenants',
    as: PEOPLE.globalAdmin,
    address: '/home',
    shown: (page) => expect(page.getByRole('region', { name: 'Newest tenants' })).toBeVisible(),
  },
  {
    name: 'home',
    as: PEOPLE.alderAnalyst,
    address: '/home',
    shown: async (page) => {
      await titled(/^Good /)(page);
      await expect(page.getByRole('region', { name: 'Data' })).toContainText('Dec 31, 2025');
    },
  },
  {
    name: 'reports',
    as: PEOPLE.alderAnalyst,
    address: '/reports',
    shown: async (page) => {
      await titled('Reports')(page);
      // A table, or on phones a list of cards.
      await expect(page.getByRole('main').getByRole('link', { name: 'Board scorecard', exact: true })).toBeVisible();
    },
  },
  {
    name: 'provisioning',
    as: PEOPLE.alderAdmin,
    address: '/provisioning',
    shown: (page) => expect(page.getByText('Groups appear here')).toBeVisible(),
  },
  {
    name: 'domains',
    as: PEOPLE.alderAdmin,
    address: '/domains',
    shown: (page) => expect(page.getByText('No domains yet')).toBeVisible(),
  },
  {
    name: 'identity provider',
    as: PEOPLE.alderAdmin,
    address: '/identity-provider',
    shown: (page) => expect(page.getByText('Addresses for your provider')).toBeVisible(),
  },
  {
    name: 'organization',
    as: PEOPLE.alderAdmin,
    address: '/organization',
    shown: (page) => expect(page.getByRole('radio', { name: 'Support may enter' })).toBeChecked(),
  },
  {
    name: 'workspaces',
    as: PEOPLE.alderAdmin,
    address: '/workspaces',
    shown: (page) => expect(page.getByRole('button', { name: 'Call report', exact: true })).toBeVisible(),
  },
  {
    name: 'a new workspace',
    part: '[role="dialog"]',
    as: PEOPLE.alderAdmin,
    address: '/workspaces?workspace=new',
    shown: (page) => expect(page.getByRole('button', { name: 'Create workspace' })).toBeVisible(),
  },
  {
    name: 'templates for a tenant',
    part: '[role="dialog"]',
    as: PEOPLE.alderAdmin,
    address: '/workspaces?template=all',
    shown: (page) => expect(page.getByText('No templates available')).toBeVisible(),
  },
  {
    name: 'tenants',
    as: PEOPLE.globalAdmin,
    address: '/tenants',
    shown: titled(/^Tenants/),
  },
  {
    name: 'a new tenant',
    part: '[role="dialog"]',
    as: PEOPLE.globalAdmin,
    address: '/tenants',
    shown: async (page) => {
      await page.getByRole('button', { name: 'Create tenant' }).click();
      await expect(page.getByLabel('Reporting currency')).toBeVisible();
    },
  },
  {
    name: 'the system',
    as: PEOPLE.globalAdmin,
    address: '/global/system',
    shown: (page) => expect(page.getByRole('list', { name: 'Installation' })).toBeVisible(),
  },
  {
    name: 'global users',
    as: PEOPLE.globalAdmin,
    address: '/global/users',
    shown: titled(/^Global users/),
  },
  {
    name: 'workspace templates',
    as: PEOPLE.globalAdmin,
    address: '/global/templates',
    shown: titled(/^Workspace templates/),
  },
  {
    name: 'report',
    as: PEOPLE.alderAnalyst,
    address: '?institution=5536&state=VA',
    shown: async (page) => {
      await allTilesReady(page);
      await expect(tile(page, 'Ranking').getByRole('figure').getByRole('listitem').first()).toBeAttached();
    },
  },
  {
    name: 'about this number',
    part: '[role="dialog"]',
    as: PEOPLE.alderAnalyst,
    address: '?about=net_worth_ratio&tile=key-figures',
    shown: async (page) => {
      await expect(page.getByRole('dialog')).toContainText('997 ÷ 010');
      await allTilesReady(page);
    },
  },
  {
    name: 'open menus of the report',
    part: '[role="listbox"]',
    closes: true,
    as: PEOPLE.alderAnalyst,
    address: '?',
    shown: async (page) => {
      await allTilesReady(page);
      await expect(page.getByRole('dialog')).toHaveCount(0);
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
    name: 'catalog',
    as: PEOPLE.alderAnalyst,
    address: '/model',
    shown: async (page) => {
      await titled(/^Catalog/)(page);
      await expect(page.getByRole('button', { name: 'Allowance coverage', exact: true })).toBeVisible();
    },
  },
  {
    name: 'tables',
    as: PEOPLE.alderAnalyst,
    address: '/warehouse-data-view?table=foicu',
    shown: async (page) => {
      await expect(page.getByRole('grid', { name: 'Rows of foicu' })).toBeVisible();
      await expect(page.getByText('all different').first()).toBeVisible();
    },
  },
  {
    name: 'about a column',
    part: '[role="dialog"]',
    as: PEOPLE.alderAnalyst,
    address: '/warehouse-data-view?table=foicu&column=CU_NAME',
    shown: async (page) => {
      await expect(page.getByRole('dialog', { name: 'CU_NAME' }).getByText('Where it is used')).toBeVisible();
    },
  },
  {
    name: 'about a measure',
    part: '[role="dialog"]',
    as: PEOPLE.alderAnalyst,
    address: '/model?about=call_report.net_worth_ratio',
    shown: (page) => expect(page.getByRole('dialog')).toContainText('997 ÷ 010'),
  },
  {
    name: 'model editor',
    as: PEOPLE.alderAdmin,
    address: '/model/edit?member=call_report.total_assets&by=state',
    shown: (page) => expect(page.getByRole('rowheader', { name: 'CA', exact: true })).toBeVisible(),
  },
  {
    name: 'row rules and masks of a dataset',
    as: PEOPLE.alderAdmin,
    address: '/model/edit?panel=form&member=call_report',
    shown: (page) => expect(page.getByRole('button', { name: 'Add row rule' })).toBeVisible(),
  },
  {
    name: 'model editor with the eyes of a reader',
    as: PEOPLE.alderAdmin,
    address: '/model/edit?member=call_report.total_assets&as=user&groups=tellers&having=branch=001',
    shown: (page) => expect(page.getByText(/^Figure as this reader sees it: User/)).toBeVisible(),
  },
  {
    name: 'model versions',
    as: PEOPLE.alderAdmin,
    address: '/model/versions?version=1',
    shown: (page) => expect(page.getByRole('textbox', { name: 'Text of version 1' })).toBeVisible(),
  },
  {
    name: 'user',
    as: PEOPLE.alderAnalyst,
    address: '/user',
    shown: async (page) => {
      await titled('Tobias Achterberg')(page);
      await expect(page.getByText('This browser', { exact: true })).toBeVisible();
    },
  },
  { name: 'parameters', as: PEOPLE.alderAnalyst, address: '/snowflake/parameters', shown: titled(/^Parameters/) },
  { name: 'configuration', as: PEOPLE.alderAdmin, address: '/configuration', shown: titled(/^Configuration/) },
  {
    name: 'configuration of a type',
    as: PEOPLE.alderAdmin,
    address: '/configuration/peer_group',
    shown: async (page) => {
      await titled('Peer group configuration')(page);
      await expect(page.getByRole('rowheader').first()).toBeVisible();
    },
  },
  {
    name: 'sql',
    as: PEOPLE.alderAdmin,
    address: '/sql',
    shown: async (page) => {
      await titled('SQL')(page);
      await expect(page.getByRole('textbox', { name: 'SQL statement' })).toBeVisible();
    },
  },
  {
    name: 'import',
    as: PEOPLE.alderAdmin,
    address: '/import',
    shown: async (page) => {
      await titled('Import data')(page);
      await expect(page.getByRole('button', { name: 'Choose files' })).toBeVisible();
    },
  },
  {
    name: 'data versions',
    as: PEOPLE.alderAdmin,
    address: '/data-versions',
    shown: (page) => expect(page.getByRole('heading', { name: /^Version 1/ })).toBeVisible(),
  },
  {
    name: 'sources',
    as: PEOPLE.alderAdmin,
    address: '/sources?engine=snowflake',
    shown: titled('Sources'),
  },
  {
    name: 'users',
    as: PEOPLE.alderAdmin,
    address: '/users',
    shown: (page) =>
      expect(page.getByRole('main').getByRole('button', { name: 'Tobias Achterberg', exact: true })).toBeVisible(),
  },
  {
    name: 'an invitation',
    part: '[role="dialog"]',
    as: PEOPLE.alderAdmin,
    address: '/users',
    shown: async (page) => {
      if ((await page.getByRole('dialog').count()) === 0) await page.getByRole('button', { name: 'Invite' }).click();
      await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible();
    },
  },
  {
    name: 'announcements',
    as: PEOPLE.globalAdmin,
    address: '/global/announcements',
    shown: titled(/^Announcements/),
  },
  {
    name: 'a new announcement',
    part: '[role="dialog"]',
    as: PEOPLE.globalAdmin,
    address: '/global/announcements?form=new',
    shown: (page) => expect(page.getByRole('textbox', { name: 'Title in English' })).toBeVisible(),
  },
  {
    name: 'search administration',
    as: PEOPLE.globalAdmin,
    address: '/global/search',
    shown: (page) => expect(page.getByRole('table')).toBeVisible(),
  },
  {
    name: 'synonyms',
    as: PEOPLE.globalAdmin,
    address: '/global/search?view=synonyms',
    shown: (page) => expect(page.getByRole('button', { name: 'Add synonym' })).toBeVisible(),
  },
  {
    name: 'assistant',
    as: PEOPLE.alderAnalyst,
    address: '/openai',
    shown: (page) => expect(page.getByRole('textbox', { name: 'Your question' })).toBeVisible(),
  },
  { name: 'knowledge', as: PEOPLE.alderAdmin, address: '/knowledge', shown: titled('Knowledge') },
  { name: 'assistant usage', as: PEOPLE.alderAdmin, address: '/assistant-usage', shown: titled('Assistant usage') },
  {
    name: 'question evaluation',
    as: PEOPLE.alderAdmin,
    address: '/question-evaluation',
    shown: titled('Question evaluation'),
  },
  {
    name: 'insights',
    as: PEOPLE.alderAdmin,
    address: '/insights-ai',
    // Computed once after the data was loaded.
    shown: (page) => expect(page.getByRole('button', { name: /^Dismiss: / }).first()).toBeVisible({ timeout: 120_000 }),
  },
  { name: 'audit trail', as: PEOPLE.alderAdmin, address: '/audit', shown: titled('Audit trail') },
  { name: 'not found', as: PEOPLE.alderAnalyst, address: '/workspaces', shown: titled(/can’t find/) },
  {
    name: 'failure',
    as: PEOPLE.alderAnalyst,
    address: '/error/500?requestId=0f1e2d3c',
    shown: titled(/went wrong/),
  },
];

/** Widths at which edges are looked at, in one of the schemes: colors move none. */
const EDGES = { light: [1440, 1280, 960], dark: [600, 390] } as const;

/** One page for all screens: one of the same person is navigated to as a link does, without a load. */
class ScreenPage {
  readonly page: Page;
  readonly #watch: ReturnType<typeof watchErrors>;
  #person: string | undefined;

  private constructor(page: Page) {
    this.page = page;
    this.#watch = watchErrors(page.context());
  }

  static async open(browser: Browser): Promise<ScreenPage> {
    const context = await browser.newContext({
      baseURL: PORTAL,
      locale: 'en-US',
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
    });
    await context.addInitScript(() => localStorage.setItem('rise.appearance', '{"scheme":"auto"}'));
    return new ScreenPage(await context.newPage());
  }

  /** Sets scheme and width as an operating system and a window do. */
  async look(scheme: Scheme, width: number): Promise<void> {
    await this.page.emulateMedia({ colorScheme: scheme });
    await this.page.setViewportSize(viewportOf(width));
  }

  async show({ as, address, provoke, shown }: Screen): Promise<void> {
    const { page } = this;
    const recover = await provoke?.(page, this.#watch);
    const isOpen = as !== undefined && as === this.#person;
    if (as !== undefined && !isOpen) await useSession(page, as);
    const path = address.startsWith('?') ? (await signInForScorecard(page, as!)) + address : address;
    if (isOpen) await page.evaluate((to) => history.pushState({}, '', to), path);
    else await page.goto(path);
    this.#person = as;
    await shown(page);
    recover?.();
  }

  async close(): Promise<void> {
    await this.page.context().close();
    this.#watch.conclude();
  }
}

let screens: ScreenPage;
test.beforeAll(async ({ browser }) => {
  screens = await ScreenPage.open(browser);
});
test.afterAll(() => screens.close());

// Loaded once: the scheme and the width change under a screen that is open, which it has to bear as well.
for (const screen of SCREENS) {
  test(`${screen.name}: accessible and within the edges, in both schemes`, async () => {
    const { page } = screens;
    for (const [place, { scheme, width }] of ENDS.entries()) {
      await screens.look(scheme, width);
      if (place === 0 || screen.closes) await screens.show(screen);
      if (screen.name !== 'sign-in') await expect(page.locator('body')).toHaveClass(new RegExp(`\\b${scheme}\\b`));
      await expectAccessible(page, `${screen.name} at ${width}`, screen.part);
      for (const edge of EDGES[scheme]) {
        await page.setViewportSize(viewportOf(edge));
        await expectNoOverflow(page, `${screen.name} at ${edge}`);
      }
    }
    for (const { scheme, width } of screen.closes ? [] : CROSSED_ENDS) {
      await screens.look(scheme, width);
      await expectReadable(page, `${screen.name} at ${width} in ${scheme}`, screen.part);
    }
  });
}
