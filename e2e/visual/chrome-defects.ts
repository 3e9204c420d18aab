import type { Page } from '@playwright/test';
import { waitUntilStable } from '../support/stable-page.ts';

declare global {
  interface Window {
    findChromeDefects?: (expectCurrent: boolean) => string[];
  }
}

/**
 * Defects of the chrome around the page as it is drawn now, one line each: elements beyond the edge, controls that
 * overlap or are too small to hit, truncated words, missing landmarks and lists. `inMenu`: the page has a menu item.
 */
export async function findChromeDefects(page: Page, inMenu = true): Promise<string[]> {
  if (!(await page.evaluate(() => window.findChromeDefects !== undefined))) await page.evaluate(installCheck);
  const check = () => page.evaluate((expectCurrent) => window.findChromeDefects!(expectCurrent), inMenu);
  const defects = await check();
  if (defects.length === 0) return defects;
  // Without idle time, a page counts as stable before React has rendered the last slice: what is gone once it is at rest
  // again was no defect of how it is drawn.
  await waitUntilStable(page);
  const lasting = await check();
  return defects.filter((defect) => lasting.includes(defect));
}

/** Runs in the page, and can therefore use nothing of this file. */
function installCheck(): void {
  const MIN_TARGET = 24;
  const CONTROLS = 'a[href], button, input, select, textarea, [role="button"], [role="combobox"]';

  const describe = (element: Element) =>
    `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}”`;
  const isShown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    const inert = element.closest('[inert], [aria-hidden="true"]') !== null;
    return width > 1 && height > 1 && !inert && element.checkVisibility({ visibilityProperty: true });
  };
  const shown = (root: Element | Document, selector: string) => [...root.querySelectorAll(selector)].filter(isShown);
  const windowWidth = () => document.documentElement.clientWidth;

  function checkPage(main: Element): string[] {
    const beyond = document.documentElement.scrollWidth - windowWidth();
    const defects = beyond > 0 ? [`the page is ${beyond} px wider than the window`] : [];
    for (const control of shown(main, CONTROLS)) {
      const { left, right } = control.getBoundingClientRect();
      const scrolls = control.closest('[role="grid"], [role="region"], pre') !== null;
      if (!scrolls && (left < -1 || right > windowWidth() + 1))
        defects.push(`${describe(control)} of the page is beyond the edge`);
    }
    return defects;
  }

  function checkControl(control: Element): string[] {
    const defects: string[] = [];
    const box = control.getBoundingClientRect();
    if (box.left < 0 || box.right > windowWidth()) defects.push(`${describe(control)} is beyond the edge`);
    if (box.width < MIN_TARGET || box.height < MIN_TARGET)
      defects.push(`${describe(control)} is ${box.width.toFixed(0)} × ${box.height.toFixed(0)} px`);
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const inWindow = x > 0 && x < windowWidth() && y > 0 && y < window.innerHeight;
    const top = document.elementFromPoint(x, y);
    if (inWindow && top !== null && !control.contains(top) && !top.contains(control))
      defects.push(`${describe(control)} is covered by ${describe(top)}`);
    return defects;
  }

  function checkOverlaps(controls: Element[]): string[] {
    const defects: string[] = [];
    for (const [index, one] of controls.entries())
      for (const other of controls.slice(index + 1)) {
        if (one.contains(other) || other.contains(one)) continue;
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across > 0.5 && down > 0.5) defects.push(`${describe(one)} and ${describe(other)} overlap`);
      }
    return defects;
  }

  function checkText(element: Element): string[] {
    const hasText = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    );
    const { overflowX, clipPath } = getComputedStyle(element);
    const invisible = clipPath !== 'none' || !element.checkVisibility({ opacityProperty: true });
    if (!hasText || overflowX === 'visible' || invisible) return [];
    return element.scrollWidth > element.clientWidth + 1 ? [`the words of ${describe(element)} are truncated`] : [];
  }

  function checkNavigation(navigation: Element, expectCurrent: boolean): string[] {
    const defects = navigation.getAttribute('aria-label') ? [] : ['the navigation has no name'];
    const items = [...navigation.querySelectorAll('a[href], button[aria-expanded]')];
    const isLogo = (item: Element) => item.getAttribute('aria-label')?.startsWith('Rise') || !item.closest('ul');
    const loose = items.filter((item) => !isLogo(item) && item.closest('li')?.parentElement?.tagName !== 'UL');
    for (const item of loose) defects.push(`${describe(item)} is in no list`);
    if (shown(navigation, 'li').length < 3) defects.push('the navigation has fewer than three items');
    const current = navigation.querySelectorAll('[aria-current="page"]').length;
    if (current !== (expectCurrent ? 1 : 0)) defects.push(`${current} items of the navigation are the current page`);
    return defects;
  }

  function checkLandmarks(main: Element, navigations: Element[]): string[] {
    const defects: string[] = [];
    if (shown(document, 'main').length !== 1) defects.push('there is not exactly one main');
    if (shown(document, 'header').filter((part) => !main.contains(part)).length !== 1)
      defects.push('there is not exactly one header');
    const expected = window.matchMedia('(width >= 960px)').matches ? 1 : 0;
    if (navigations.length !== expected) defects.push(`${navigations.length} navigations are shown`);
    return defects;
  }

  window.findChromeDefects = (expectCurrent) => {
    const main = document.querySelector('main')!;
    const defects = checkPage(main);
    const chrome = [...shown(document, 'header'), ...shown(document, 'nav')].filter((part) => !main.contains(part));
    if (document.querySelector('[data-layout]')!.getAttribute('data-layout') === 'empty')
      return chrome.length > 0 ? [...defects, 'the empty layout has chrome'] : defects;
    const controls = [...new Set(chrome.flatMap((part) => shown(part, CONTROLS)))];
    if (controls.length < 3) defects.push(`the chrome has ${controls.length} controls`);
    const navigations = chrome.filter((part) => part.matches('nav'));
    return [
      ...defects,
      ...controls.flatMap(checkControl),
      ...checkOverlaps(controls),
      ...chrome.flatMap((part) => shown(part, '*').flatMap(checkText)),
      ...checkLandmarks(main, navigations),
      ...navigations.flatMap((navigation) => checkNavigation(navigation, expectCurrent)),
    ];
  };
}
