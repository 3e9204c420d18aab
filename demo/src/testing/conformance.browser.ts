import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { casesOf, KEYS, watch } from '../simulation/conformance/api.ts';
import { simulate } from '../simulation/conformance/test-simulation.ts';
import { openInBrowser, type TestBrowser } from './in-browser.ts';

/** The same cases as in Node, through the service worker of the production build. */
let browser: TestBrowser;
beforeAll(async () => {
  browser = await openInBrowser();
});
afterAll(() => browser?.close());

const { simulation } = simulate();

describe.each(KEYS)('%s', (key) => {
  test.each(Object.entries(casesOf[key]))('%s', async (_title, show) => {
    await browser.reset();
    const { api, asked } = watch(browser.ask, simulation.delayOf, () => {});
    await show(api);
    expect(asked()).toBeGreaterThan(0);
  });
});

test('what no handler matches is 404 NOT FOUND, and what is no call goes its way', async () => {
  const ask = (path: string) => browser.ask({ method: 'GET', path, headers: {} });
  expect(await ask('/api/no/such/call')).toMatchObject({ status: 404, text: 'NOT FOUND' });
  expect(await ask('/index.html')).toMatchObject({ status: 200, text: expect.stringContaining('<!doctype html>') });
});

test('what was changed is there in another tab, open or opened later, and after a reload, with nothing to be told', async () => {
  const open = await browser.openAnotherTab();
  const body = { message: { title: 'Still here' } };
  const headers = { 'content-type': 'application/json' };
  const { status } = await browser.ask({ method: 'POST', path: '/api/common/messages', headers, body });
  expect(status).toBe(200);
  const changed = await browser.state();
  expect(changed).toContain('Still here');
  await expect.poll(open.state).toBe(changed);
  await browser.flushed();
  expect(await (await browser.openAnotherTab()).state()).toBe(changed);
  await browser.reload();
  expect(await browser.state()).toBe(changed);
  expect(await browser.notice()).toEqual({ repaired: [], reset: [], unsaved: false });
});

const USER = { method: 'GET', path: '/api/common/user', headers: {} };

test('a worker that was ended meanwhile leaves no call of the client unanswered', async () => {
  expect(await browser.via()).toBe('worker');
  expect(browser.said).toEqual([]);
  await browser.endWorkers();
  expect((await browser.ask(USER, 'client')).text).toContain('demo@rise.example');
  // And it soon learns again whom it works for.
  await expect.poll(async () => (await browser.ask(USER)).text, { timeout: 15_000 }).toContain('demo@rise.example');
});

test('after a hard reload, past the worker, the client is answered by the page itself', async () => {
  await browser.reloadHard();
  expect(await browser.via()).toBe('page');
  expect((await browser.ask(USER, 'client')).text).toContain('demo@rise.example');
  await browser.reload();
  expect(await browser.via()).toBe('worker');
});

test('where there are no workers, the page answers its client itself, and keeps what changed', async () => {
  const alone = await openInBrowser({ workers: false });
  try {
    expect(await alone.via()).toBe('page');
    const body = { user: { status: 'busy' } };
    const headers = { 'content-type': 'application/json' };
    const patch = { ...USER, method: 'PATCH', headers, body };
    expect(await alone.ask(patch, 'client')).toMatchObject({ status: 200 });
    await alone.flushed();
    await alone.reload();
    const { text } = await alone.ask(USER, 'client');
    expect(JSON.parse(text)).toMatchObject({ status: 'busy' });
  } finally {
    await alone.close();
  }
});
