import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { build, preview } from 'vite';
import type { TestResponse, TestCall, TestForm, TestPage } from './page.ts';

const directory = fileURLToPath(new URL('.', import.meta.url));
const outDir = fileURLToPath(new URL('../../../.test/demo', import.meta.url));

declare const page: TestPage;

export interface TestBrowser {
  send(call: Omit<TestCall, 'form' | 'body'> & { body?: unknown }, as?: 'client'): Promise<TestResponse>;
  reset(): Promise<void>;
  reload(): Promise<void>;
  /** Bypasses caches and workers, like a reload with Shift. */
  reloadHard(): Promise<void>;
  /** Stops the worker, as browsers do with idle ones. */
  endWorkers(): Promise<void>;
  via(): Promise<string>;
  /** Console messages so far, without the browser's own about responses other than 200. */
  readonly consoleMessages: readonly string[];
  state(): Promise<string>;
  notice(): Promise<unknown>;
  /** Opens the same page in another tab of the browser. */
  openAnotherTab(): Promise<{ state(): Promise<string> }>;
  flush(): Promise<void>;
  close(): Promise<void>;
}

async function partsOf(form: FormData): Promise<TestForm> {
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

/** Opens the simulation's production build in a real browser, served from a folder like on a static host. */
export async function openInBrowser({ workers = true } = {}): Promise<TestBrowser> {
  const base = '/some/folder/';
  await build({
    root: directory,
    base: './',
    configFile: false,
    publicDir: fileURLToPath(new URL('../../public', import.meta.url)),
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, target: 'es2022', modulePreload: { polyfill: false } },
  });
  const server = await preview({
    root: directory,
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
  const text: string[] = [];
  const open = async (): Promise<Page> => {
    const tab = await context.newPage();
    tab.on('console', (message) => {
      if (!message.text().startsWith('Failed to load resource')) text.push(message.text());
    });
    await tab.goto(`http://localhost:${port}${base}`);
    await tab.waitForFunction(() => 'page' in globalThis);
    return tab;
  };
  const tab = await open();
  const developerTools = await context.newCDPSession(tab);
  return {
    consoleMessages: text,
    async send({ body, ...rest }, as) {
      const form = body instanceof FormData ? await partsOf(body) : null;
      const call: TestCall = { ...rest, form, body: form || body === undefined ? null : JSON.stringify(body) };
      return tab.evaluate(([call, as]) => page.send(call, as), [call, as] as const);
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
    flush: () => tab.evaluate(() => page.flush()),
    async close() {
      await browser.close();
      await server.close();
    },
  };
}
