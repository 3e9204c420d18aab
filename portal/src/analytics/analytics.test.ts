import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchPageViews } from './analytics.ts';
import { answerConsent, consent } from './consent.ts';
import { startAnalytics } from './tag-manager.ts';

const KEY = 'GTM-TEST';
let stop = () => {};
let resolved: (event: { pathChanged: boolean }) => void;
const router = {
  state: { location: { pathname: '/home' } },
  subscribe: (_name: string, listener: typeof resolved) => {
    resolved = listener;
    return () => {};
  },
} as never;

const scripts = () => [...document.head.querySelectorAll('script')].map((script) => script.getAttribute('src'));
const views = () => (window.dataLayer ?? []).filter(({ event }) => event === 'page_view').map((view) => view.page_path);

beforeEach(() => {
  localStorage.clear();
  consent.set(null);
  delete window.dataLayer;
  document.title = 'Home · Rise';
  // The script's own behavior is not under test.
  vi.spyOn(HTMLScriptElement.prototype, 'src', 'set').mockImplementation(function (this: Element, value) {
    this.setAttribute('src', value);
  });
});
afterEach(() => {
  stop();
  vi.restoreAllMocks();
  for (const script of document.head.querySelectorAll('script')) script.remove();
});

describe('analytics', () => {
  it('cannot start without a key', () => {
    expect(() => startAnalytics(null)).toThrow('Google analytics key not specified.');
    expect(() => startAnalytics('')).toThrow('Google analytics key not specified.');
    expect(scripts()).toEqual([]);
  });

  it('loads nothing if it is not configured, even with stored consent', () => {
    answerConsent('granted');
    stop = watchPageViews(router, null);
    expect(scripts()).toEqual([]);
    expect(window.dataLayer).toBeUndefined();
  });

  it('loads nothing before consent, nor after it is declined', () => {
    stop = watchPageViews(router, KEY);
    resolved({ pathChanged: true });
    answerConsent('denied');
    resolved({ pathChanged: true });
    expect(scripts()).toEqual([]);
  });

  it("loads the key's container once, and reports each page view", () => {
    stop = watchPageViews(router, KEY);
    answerConsent('granted');
    expect(scripts()).toEqual(['https://www.googletagmanager.com/gtm.js?id=GTM-TEST']);
    resolved({ pathChanged: true });
    resolved({ pathChanged: false });
    expect(views()).toEqual(['/home', '/home']);
    expect(scripts()).toHaveLength(1);
    answerConsent('denied');
    resolved({ pathChanged: true });
    expect(views()).toHaveLength(2);
    expect(localStorage.getItem('rise.analytics')).toBe('denied');
  });
});
