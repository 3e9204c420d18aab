import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { build, preview } from 'vite';
import { simulationFiles } from '../../build/simulation-files.ts';
import type { Received, Sent, SentForm, TestPage } from './page.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const outDir = fileURLToPath(new URL('../../../.test/demo', import.meta.url));

declare const page: TestPage;

export interface TestBrowser {
  ask(sent: Omit<Sent, 'form' | 'body'> & { body?: unknown }, as?: 'client'): Promise<Received>;
  reset(): Promise<void>;
  reload(): Promise<void>;
  /** As with shift: past caches and workers. */
  reloadHard(): Promise<void>;
  /** As browsers do with workers that are idle. */
  endWorkers(): Promise<void>;
  via(): Promise<string>;
  /** What stood in the console so far, but for what the browser itself says of answers that are no 200. */
  readonly said: readonly string[];
  state(): Promise<string>;
  notice(): Promise<unknown>;
  /** The same page once more, in the same browser. */
  openAnotherTab(): Promise<{ state(): Promise<string> }>;
  flushed(): Promise<void>;
  close(): Promise<void>;
}

async function partsOf(form: FormData): Promise<SentForm> {
  return Promise.all(
    [...form].map(async ([name, value]) =>
      typeof value === 'string'
        ? ([name, value, null] as const)
        : ([
            name,
            Buffer.from(await value.arrayBuffer()).toString('base64'),
            { name: value.name, type: value.type },
          ] as const),
    ),
  );
}

/** The production build of the simulation in a real browser, served from a folder as any static host would. */
export async function openInBrowser({ workers = true } = {}): Promise<TestBrowser> {
  const base = '/some/folder/';
  await build({
    root: here,
    base: './',
    configFile: false,
    plugins: simulationFiles(),
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, target: 'es2022', modulePreload: { polyfill: false } },
  });
  const server = await preview({
    root: here,
    base,
    configFile: false,
    logLevel: 'error',
    build: { outDir },
    preview: { port: 0 },
  });
  const { port } = server.httpServer.address() as { port: number };
  const executablePath = [process.env['RISE_BROWSER'], '/usr/bin/chromium'].find((path) => path && existsSync(path));
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] });
  const context = await browser.newContext({ serviceWorkers: workers ? 'allow' : 'block' });
  const said: string[] = [];
  const open = async (): Promise<Page> => {
    const tab = await context.newPage();
    tab.on('console', (message) => {
      if (!message.text().startsWith('Failed to load resource')) said.push(message.text());
    });
    await tab.goto(`http://localhost:${port}${base}`);
    await tab.waitForFunction(() => 'page' in globalThis);
    return tab;
  };
  const tab = await open();
  const developerTools = await context.newCDPSession(tab);
  return {
    said,
    async ask({ body, ...rest }, as) {
      const form = body instanceof FormData ? await partsOf(body) : null;
      const sent: Sent = { ...rest, form, body: form || body === undefined ? null : JSON.stringify(body) };
      return tab.evaluate(([asked, as]) => page.ask(asked, as), [sent, as] as const);
    },
    reset: () => tab.evaluate(() => page.reset()),
    async reload() {
      await tab.reload();
      await tab.waitForFunction(() => 'page' in globalThis);
    },
    async reloadHard() {
      await Promise.all([tab.waitForEvent('load'), developerTools.send('Page.reload', { ignoreCache: true })]);
      await tab.waitForFunction(() => 'page' in globalThis);
    },
    async endWorkers() {
      await developerTools.send('ServiceWorker.enable');
      await developerTools.send('ServiceWorker.stopAllWorkers');
    },
    via: () => tab.evaluate(() => page.via()),
    state: () => tab.evaluate(() => page.state()),
    notice: () => tab.evaluate(() => page.notice()),
    async openAnotherTab() {
      const other = await open();
      return { state: () => other.evaluate(() => page.state()) };
    },
    flushed: () => tab.evaluate(() => page.flushed()),
    async close() {
      await browser.close();
      await server.close();
    },
  };
}
