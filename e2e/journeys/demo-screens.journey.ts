import { findUnreadable, findViolations, measureOverflow } from '../support/accessibility.ts';
import { DemoPage, HOME, type Address } from '../support/demo.ts';
import { expect, test } from '../support/journey.ts';
import { URL as PORTAL } from '../support/portal.ts';
import { FULL_SWEEP, turnsOf, viewportOf } from '../support/sweep.ts';

test.describe.configure({ mode: 'parallel' });
// A full sweep takes minutes beside two other workers.
test.setTimeout(900_000);

const LAYOUTS = [
  'empty',
  'centered',
  'enterprise',
  'material',
  'modern',
  'classic',
  'classy',
  'compact',
  'dense',
  'futuristic',
  'thin',
];

/**
 * Two passes: English in light, with axe on the widest screen, and Turkish in dark, with axe on the narrowest. Each
 * screen has its turn in one of them; `turn` says in which. In a full sweep it is part of the other one, too, at the
 * width with axe: with its heading and title in that language, its edges, and the colors.
 */
const PASSES = {
  en: { scheme: 'light', axeAt: 1440, turn: 0 },
  tr: { scheme: 'dark', axeAt: 390, turn: 1 },
} as const;
const WIDTHS = [1440, 960, 390] as const;

/** Visits one screen; returns its defects, one line each. */
async function checkScreen(
  demo: DemoPage,
  { path, title }: Pick<Address, 'path' | 'title'>,
  { to, isTurn = true }: { to: string; isTurn?: boolean },
): Promise<string[]> {
  const { page, language } = demo;
  const defects: string[] = [];
  await demo.visit(to);
  const headings = await page.locator('h1:visible').allInnerTexts();
  if (headings.length !== 1) defects.push(`has ${headings.length} headings of level 1: ${headings.join(' | ')}`);
  const pageTitle = await page.title();
  // The page of a record may have its name, and a path may redirect.
  const isTitled =
    path.includes('$') || (await demo.path()) !== to
      ? pageTitle.endsWith(' · Rise')
      : pageTitle === `${title[language]} · Rise`;
  if (!isTitled) defects.push(`has the title '${pageTitle}', not '${title[language]}'`);
  // Starts at the width at which the last screen was left.
  const current = page.viewportSize()!.width;
  const { axeAt } = PASSES[language];
  const widths = current === WIDTHS[0] ? WIDTHS : WIDTHS.toReversed();
  for (const width of isTurn ? widths : [axeAt]) {
    if (width !== page.viewportSize()!.width) await page.setViewportSize(viewportOf(width));
    const beyond = await measureOverflow(page);
    if (beyond > 0) defects.push(`at ${width} px: ${beyond} px beyond the edge`);
    if (width === axeAt) defects.push(...(await (isTurn ? findViolations(page) : findUnreadable(page))));
  }
  return defects.map((defect) => `${to}: ${defect}`);
}

/** The path with the most segments that matches the route, of those that visited pages link to. */
function findExample(path: string, links: Iterable<string>): string | undefined {
  const pattern = path.replaceAll(/\/\{-\$\w+\}/g, '(/[^/]+)?').replaceAll(/\$\w+/g, '[^/]+');
  const matches = [...links].filter((link) => new RegExp(`^${pattern}$`).test(link));
  return matches.toSorted((one, other) => other.split('/').length - one.split('/').length)[0];
}

/** Up to this many variants of a page are all visited. */
const ALL_VARIANTS = 5;

/**
 * Addresses to visit. A page with many variants, such as `/sign-in/classic` and its siblings, is visited in one of them,
 * each page in another, so that every page and every variant is visited once.
 */
function sampleVariants(addresses: readonly Address[]): Address[] {
  const pages = new Map<string, Address[]>();
  for (const address of addresses) {
    const page = address.path.slice(0, address.path.lastIndexOf('/'));
    pages.set(page, [...(pages.get(page) ?? []), address]);
  }
  let sampled = 0;
  return [...pages.values()].flatMap((variants) => {
    if (variants.length <= ALL_VARIANTS || variants[0]!.path.split('/').length < 4) return variants;
    sampled += 1;
    return [variants[sampled % variants.length]!];
  });
}

for (const language of ['en', 'tr'] as const)
  test(`screens of the demo in ${language}: one heading, the title, within the edges, accessible`, async ({
    browser,
  }) => {
    const demo = await DemoPage.open(browser, `${PORTAL}/demo/`, language);
    const { scheme, turn } = PASSES[language];
    await demo.setScheme(scheme);
    const addresses = await demo.addresses();
    const defects: string[] = [];
    // Pages for visitors who are not signed in come first; one of them signs out.
    const outside = sampleVariants(addresses.filter(({ group }) => group !== 'guarded'));
    for (const { item: address, isTurn } of turnsOf(outside, turn))
      defects.push(...(await checkScreen(demo, address, { to: address.path, isTurn })));
    await demo.signIn();
    const inside = addresses.filter(({ group }) => group === 'guarded');
    const lists = inside.filter(({ path }) => !/(?<!-)\$/.test(path));
    for (const { item: address, isTurn } of turnsOf(lists, turn)) {
      const to = address.path.replace(/\/?\{-\$\w+\}/g, '');
      defects.push(...(await checkScreen(demo, address, { to, isTurn })));
    }
    // Records differ by their content more than by language: those that a visited page links to, once in a full sweep.
    const records = FULL_SWEEP && language === 'tr' ? [] : inside.filter(({ path }) => path.includes('$'));
    for (const address of records) {
      const path = findExample(address.path, demo.links);
      if (path !== undefined) defects.push(...(await checkScreen(demo, address, { to: path })));
    }
    await demo.close();
    expect(defects).toEqual([]);
  });

test('a dashboard of the demo is accessible and within the edges in each layout', async ({ browser }) => {
  const demo = await DemoPage.open(browser, `${PORTAL}/demo/`);
  await demo.signIn();
  const defects: string[] = [];
  for (const layout of LAYOUTS) {
    await demo.visit(`${HOME}?layout=${layout}`);
    await expect(demo.page.locator(`[data-layout="${layout}"]`).first()).toBeAttached();
    for (const width of FULL_SWEEP ? WIDTHS : [WIDTHS[0], WIDTHS[2]]) {
      await demo.page.setViewportSize(viewportOf(width));
      const beyond = await measureOverflow(demo.page);
      if (beyond > 0) defects.push(`${layout} at ${width} px: ${beyond} px beyond the edge`);
    }
    defects.push(...(await findViolations(demo.page)).map((violation) => `${layout}: ${violation}`));
  }
  await demo.close();
  expect(defects).toEqual([]);
});
