import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { signInToDemo } from '../support/demo.ts';
import { hostFolder } from '../support/static-host.ts';
import { ms, quantile, ROOT, type Measured } from './project.ts';
import { scrollFrames } from './scroll-frames.ts';

type Item = Record<string, unknown>;
interface Exported {
  groups: Record<string, { data: Record<string, Item[]> }>;
}

interface MeasuredList {
  readonly what: string;
  /** Which array of which group has how many records. */
  readonly group: string;
  readonly array: string;
  readonly records: number;
  /** Copied to fill the array. */
  readonly model: (item: Item) => boolean;
  readonly address: (data: Record<string, Item[]>) => string;
}

const APPS: readonly MeasuredList[] = [
  {
    what: '10,000 mails',
    group: 'mailbox',
    array: 'mails',
    records: 10_000,
    model: () => true,
    address: () => '/apps/mailbox/inbox/1',
  },
  {
    what: '5,000 contacts',
    group: 'contacts',
    array: 'contacts',
    records: 5000,
    model: () => true,
    address: () => '/apps/contacts',
  },
  {
    what: '2,000 cards on one board',
    group: 'scrumboard',
    array: 'cards',
    records: 2000,
    model: () => true,
    address: ({ cards }) => `/apps/scrumboard/${String(cards![0]!['boardId'])}`,
  },
  {
    what: '5,000 files in one folder',
    group: 'fileManager',
    array: 'items',
    records: 5000,
    model: ({ type, folderId }) => type !== 'folder' && folderId === null,
    address: () => '/apps/file-manager',
  },
];

/** Fills an array with copies of its own records, each with an id of its own. */
function grow({ data }: { data: Record<string, Item[]> }, { array, records, model }: MeasuredList): void {
  const items = data[array]!;
  const models = items.filter(model);
  const first = models[0]!;
  // Cards stay on one board: what is copied is the first one's neighbors.
  const copied = models.filter(({ boardId }) => boardId === first['boardId']);
  for (let at = 0; items.length < records; at++) items.push({ ...copied[at % copied.length]!, id: randomUUID() });
}

const WARM_UP = 20;
const FRAMES = 240;

/** An expression of the page: the element with most to scroll. */
const LONGEST = `[document.scrollingElement, ...[...document.querySelectorAll('main, main *')]
  .filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowY))]
  .reduce((best, one) => one.scrollHeight - one.clientHeight > best.scrollHeight - best.clientHeight ? one : best)`;
const SCROLL = scrollFrames({ scroller: LONGEST, warmUp: WARM_UP, frames: FRAMES, moves: FRAMES / 2 });

/** Runs in the page, as text: keeps how long each key took until the next frame was drawn. */
const WATCH_KEYS = `
  window.keys = [];
  addEventListener('keydown', () => {
    const pressed = performance.now();
    requestAnimationFrame(() => { const channel = new MessageChannel(); channel.port1.onmessage = () => window.keys.push(performance.now() - pressed); channel.port2.postMessage(null); });
  }, { capture: true });
`;

async function measure(page: Page, list: MeasuredList, address: string): Promise<Measured[]> {
  const former = await page.title();
  await page.evaluate((to) => {
    location.hash = `#${to}`;
  }, address);
  await page.waitForFunction((title) => document.title !== title, former);
  const search = page.locator('main').getByRole('searchbox').first();
  await search.waitFor();
  await page.locator('main [data-record]').first().waitFor();
  const frames = await page.evaluate<number[]>(SCROLL);
  if (frames.length !== FRAMES) throw new Error(`${list.what} did not scroll`);
  await page.evaluate(WATCH_KEYS);
  await search.click();
  await page.keyboard.type('anna marie ', { delay: 150 });
  const keys = await page.evaluate<number[]>('window.keys');
  const [frame, key] = [quantile(frames, 0.95), quantile(keys, 0.95)];
  return [
    {
      what: `Demo suite, ${list.what}: time between frames while scrolling, p95`,
      measured: `${ms(frame)} (longest ${ms(Math.max(...frames))})`,
      budget: '≤ 25 ms',
      held: frame <= 25,
    },
    {
      what: `Demo suite, ${list.what}: from a key in the search to the next frame, p95`,
      measured: ms(key),
      budget: '≤ 50 ms',
      held: key <= 50,
    },
  ];
}

/** The demo's long lists, on its static build, with imported data of thousands of records. */
export async function demoLists(): Promise<Measured[]> {
  const host = await hostFolder(join(ROOT, 'demo/dist'), '/suite/');
  const browser = await chromium.launch({ executablePath: process.env['BROWSER_PATH']!, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
    await page.goto(host.url);
    await signInToDemo(page);
    await page.goto(`${host.url}#/demo-data`);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export demo data' }).click();
    const exported = JSON.parse(await readFile(await (await downloading).path(), 'utf8')) as Exported;
    for (const list of APPS) grow(exported.groups[list.group]!, list);
    const buffer = Buffer.from(JSON.stringify(exported), 'utf8');
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'large.json', mimeType: 'application/json', buffer });
    const outcome = page.getByText(/large\.json/);
    await outcome.waitFor({ timeout: 120_000 });
    const message = await outcome.textContent();
    if (!message!.includes('is in place')) throw new Error(message!);
    const rows: Measured[] = [];
    for (const list of APPS) rows.push(...(await measure(page, list, list.address(exported.groups[list.group]!.data))));
    return rows;
  } finally {
    await browser.close();
    host.close();
  }
}
