import { accessibilityFaults, overflow } from '../support/accessibility.ts';
import { expect, test } from '../support/journey.ts';
import { URL as PORTAL } from '../support/portal.ts';
import { HOME, Suite, type Address } from '../support/suite.ts';

test.setTimeout(300_000);
// Many pages are looked at in one context; a trace of all of them is too much to read.
test.use({ trace: 'off' });

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

/** Both languages, both schemes, and axe on the widest and the narrowest screen, at the price of two visits. */
const PASSES = { en: { scheme: 'light', axeAt: 1440 }, tr: { scheme: 'dark', axeAt: 390 } } as const;
const WIDTHS = [1440, 960, 390] as const;

async function faultsAt(suite: Suite, { path, title }: Pick<Address, 'path' | 'title'>, at: string): Promise<string[]> {
  const { page, language } = suite;
  const faults: string[] = [];
  await suite.visit(at);
  const headings = await page.locator('h1:visible').allInnerTexts();
  if (headings.length !== 1) faults.push(`has ${headings.length} headings of the first level: ${headings.join(' | ')}`);
  const named = await page.title();
  // A record's page may have the record's name, and an address may lead on to another one.
  const right =
    path.includes('$') || (await suite.path()) !== at
      ? named.endsWith(' · Rise')
      : named === `${title[language]} · Rise`;
  if (!right) faults.push(`is called '${named}', not '${title[language]}'`);
  // From the width that the last screen was left at to the other end.
  const now = page.viewportSize()!.width;
  for (const width of now === WIDTHS[0] ? WIDTHS : WIDTHS.toReversed()) {
    if (width !== now) await page.setViewportSize({ width, height: width < 600 ? 844 : 900 });
    const beyond = await overflow(page);
    if (beyond > 0) faults.push(`at ${width} px: ${beyond} px beyond the edge`);
    if (width === PASSES[language].axeAt) faults.push(...(await accessibilityFaults(page)));
  }
  return faults.map((fault) => `${at}: ${fault}`);
}

/** The most particular address of this form that some page led to. */
function example(path: string, links: Iterable<string>): string | undefined {
  const form = path.replaceAll(/\/\{-\$\w+\}/g, '(/[^/]+)?').replaceAll(/\$\w+/g, '[^/]+');
  const fitting = [...links].filter((link) => new RegExp(`^${form}$`).test(link));
  return fitting.toSorted((one, other) => other.split('/').length - one.split('/').length)[0];
}

/** So many faces of one page are all looked at; of more, some. */
const FACES = 5;

/**
 * Addresses to look at. A page that has many faces, as `/sign-in/classic` and its sisters, is looked at in one of them,
 * each page in another one, so that every page and every face is seen.
 */
function sampled(addresses: readonly Address[]): Address[] {
  const pages = new Map<string, Address[]>();
  for (const address of addresses) {
    const page = address.path.slice(0, address.path.lastIndexOf('/'));
    pages.set(page, [...(pages.get(page) ?? []), address]);
  }
  let many = 0;
  return [...pages.values()].flatMap((faces) => {
    if (faces.length <= FACES || faces[0]!.path.split('/').length < 4) return faces;
    many += 1;
    return [faces[many % faces.length]!];
  });
}

for (const language of ['en', 'tr'] as const)
  test(`every screen of the demo suite, told by its own router: one heading, its title, within the edges, nothing for axe (${language})`, async ({
    browser,
  }) => {
    const suite = await Suite.open(browser, `${PORTAL}/demo/`, language);
    await suite.colour(PASSES[language].scheme);
    const all = await suite.addresses();
    const faults: string[] = [];
    // What is for guests cannot be seen from inside; one page of it signs out.
    for (const address of sampled(all.filter(({ group }) => group !== 'guarded')))
      faults.push(...(await faultsAt(suite, address, address.path)));
    await suite.signIn();
    const inside = all.filter(({ group }) => group === 'guarded');
    for (const address of inside.filter(({ path }) => !/(?<!-)\$/.test(path)))
      faults.push(...(await faultsAt(suite, address, address.path.replace(/\/?\{-\$\w+\}/g, ''))));
    // Records differ in what they hold more than by language: those that some page has led to, in one of the two.
    for (const address of language === 'en' ? inside.filter(({ path }) => path.includes('$')) : []) {
      const at = example(address.path, suite.links);
      if (at !== undefined) faults.push(...(await faultsAt(suite, address, at)));
    }
    await suite.close();
    expect(faults).toEqual([]);
  });

test('a dashboard of the demo suite within the edges in each layout', async ({ browser }) => {
  const suite = await Suite.open(browser, `${PORTAL}/demo/`);
  await suite.signIn();
  const faults: string[] = [];
  for (const layout of LAYOUTS) {
    await suite.visit(`${HOME}?layout=${layout}`);
    await expect(suite.page.locator(`[data-layout="${layout}"]`).first()).toBeAttached();
    for (const width of WIDTHS) {
      await suite.page.setViewportSize({ width, height: 900 });
      const beyond = await overflow(suite.page);
      if (beyond > 0) faults.push(`${layout} at ${width} px: ${beyond} px beyond the edge`);
    }
    faults.push(...(await accessibilityFaults(suite.page)).map((fault) => `${layout}: ${fault}`));
  }
  await suite.close();
  expect(faults).toEqual([]);
});
