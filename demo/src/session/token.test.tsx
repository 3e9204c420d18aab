import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const VISITOR = { name: 'Deniz Arslan', email: 'demo@rise.example', avatar: null };
const HOUR = 3_600_000;

/** Only the expiry is read here; the simulation verifies the signature. */
const tokenUntil = (time: number) => `e30.${btoa(JSON.stringify({ exp: time / 1000 }))}.signature`;
const good = () => tokenUntil(Date.now() + HOUR);

/** Imports the module again, as after a page load. */
async function loadPage() {
  vi.resetModules();
  return import('./token.ts');
}

/** Simulates another tab's change of the shared storage. */
function elsewhere(key: string, newValue: string | null) {
  if (newValue === null) localStorage.removeItem(key);
  else localStorage.setItem(key, newValue);
  dispatchEvent(new StorageEvent('storage', { key, newValue }));
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
});

it('a remembered session is available to the next page and all tabs', async () => {
  (await loadPage()).adoptToken(good(), { visitor: VISITOR, remembered: true });
  sessionStorage.clear();
  const next = await loadPage();
  expect(next.session.get()).toBe('in');
  expect(next.currentVisitor()).toEqual(VISITOR);
});

it('a session that is not remembered survives a reload and ends with the tab', async () => {
  (await loadPage()).adoptToken(good(), { visitor: VISITOR, remembered: false });
  expect((await loadPage()).session.get()).toBe('in');
  expect(localStorage).toHaveLength(0);
  sessionStorage.clear();
  expect((await loadPage()).session.get()).toBe('out');
});

it('stays in its storage when renewed, locked and unlocked', async () => {
  const page = await loadPage();
  page.adoptToken(good(), { visitor: VISITOR, remembered: false });
  page.adoptToken(good());
  page.dropToken('locked');
  const locked = await loadPage();
  expect(locked.session.get()).toBe('locked');
  expect(locked.currentVisitor()).toEqual(VISITOR);
  locked.adoptToken(good());
  expect((await loadPage()).session.get()).toBe('in');
  sessionStorage.clear();
  expect((await loadPage()).session.get()).toBe('out');
});

it('signing out deletes everything about the visitor', async () => {
  const page = await loadPage();
  page.adoptToken(good(), { visitor: VISITOR, remembered: true });
  page.dropToken();
  expect(page.currentVisitor()).toBeNull();
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toMatch(/Deniz|e30/);
});

it('a token that expires while the page is open ends the session', async () => {
  const page = await loadPage();
  page.adoptToken(good(), { visitor: VISITOR, remembered: true });
  vi.advanceTimersByTime(HOUR - 1000);
  expect(page.session.get()).toBe('in');
  vi.advanceTimersByTime(2000);
  expect(page.session.get()).toBe('out');
  expect((await loadPage()).session.get()).toBe('out');
});

it('follows other tabs when they sign in, sign out or lock', async () => {
  const page = await loadPage();
  elsewhere('rise.demo.token', good());
  expect(page.session.get()).toBe('in');
  elsewhere('rise.demo.locked', 'yes');
  elsewhere('rise.demo.token', null);
  expect(page.session.get()).toBe('locked');
  elsewhere('rise.demo.locked', null);
  expect(page.session.get()).toBe('out');
});

it("a session of one tab ends with other tabs' sessions but is not started by them", async () => {
  const page = await loadPage();
  page.adoptToken(good(), { visitor: VISITOR, remembered: false });
  elsewhere('rise.demo.token', good());
  expect(page.currentVisitor()).toEqual(VISITOR);
  elsewhere('rise.demo.ended', 'locked 1');
  expect(page.session.get()).toBe('locked');
  expect(page.currentVisitor()).toEqual(VISITOR);
  elsewhere('rise.demo.ended', 'out 2');
  expect(page.session.get()).toBe('out');
});
