import type { Page } from '@playwright/test';

/**
 * What is wrong with the frame around the page as it stands, one line for each: beyond the edge, one control over
 * another, too small to be hit, words cut off, landmarks and lists missing.
 */
export function chromeFaults(page: Page, inMenu = true): Promise<string[]> {
  return page.evaluate((expectHere) => {
    const LEAST_TARGET = 24;
    const CONTROLS = 'a[href], button, input, select, textarea, [role="button"], [role="combobox"]';
    const faults: string[] = [];
    const width = document.documentElement.clientWidth;

    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}”`;
    const isShown = (element: Element) => {
      const { width: wide, height: high } = element.getBoundingClientRect();
      const outOfReach = element.closest('[inert], [aria-hidden="true"]') !== null;
      return wide > 1 && high > 1 && !outOfReach && element.checkVisibility({ visibilityProperty: true });
    };
    const shown = (root: Element | Document, selector: string) => [...root.querySelectorAll(selector)].filter(isShown);

    const beyond = document.documentElement.scrollWidth - width;
    if (beyond > 0) faults.push(`the page is ${beyond} px wider than the window`);

    const main = document.querySelector('main')!;
    for (const control of shown(main, CONTROLS)) {
      const { left, right } = control.getBoundingClientRect();
      const scrolled = control.closest('[role="grid"], [role="region"], pre') !== null;
      if (!scrolled && (left < -1 || right > width + 1))
        faults.push(`${nameOf(control)} of the page is beyond the edge`);
    }

    const layout = document.querySelector('[data-layout]')!;
    if (layout.getAttribute('data-layout') === 'empty') {
      if (shown(document, 'header, nav').some((part) => !main.contains(part))) faults.push('there is chrome');
      return faults;
    }

    const chrome = [...shown(document, 'header'), ...shown(document, 'nav')].filter((part) => !main.contains(part));
    const controls = [...new Set(chrome.flatMap((part) => shown(part, CONTROLS)))];
    if (controls.length < 3) faults.push(`the chrome has ${controls.length} controls`);
    for (const control of controls) {
      const box = control.getBoundingClientRect();
      if (box.left < 0 || box.right > width) faults.push(`${nameOf(control)} is beyond the edge`);
      if (box.width < LEAST_TARGET || box.height < LEAST_TARGET)
        faults.push(`${nameOf(control)} is ${box.width.toFixed(0)} × ${box.height.toFixed(0)} px`);
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      const inWindow = x > 0 && x < width && y > 0 && y < window.innerHeight;
      const top = document.elementFromPoint(x, y);
      if (inWindow && top !== null && !control.contains(top) && !top.contains(control))
        faults.push(`${nameOf(control)} lies under ${nameOf(top)}`);
    }
    for (const [index, one] of controls.entries())
      for (const other of controls.slice(index + 1)) {
        if (one.contains(other) || other.contains(one)) continue;
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across > 0.5 && down > 0.5) faults.push(`${nameOf(one)} and ${nameOf(other)} overlap`);
      }

    for (const part of chrome)
      for (const element of shown(part, '*')) {
        const own = [...element.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
        );
        const { overflowX, clipPath } = getComputedStyle(element);
        const unseen = clipPath !== 'none' || !element.checkVisibility({ opacityProperty: true });
        if (!own || overflowX === 'visible' || unseen) continue;
        if (element.scrollWidth > element.clientWidth + 1) faults.push(`the words of ${nameOf(element)} are cut off`);
      }

    if (shown(document, 'main').length !== 1) faults.push('there is not one main part');
    if (shown(document, 'header').filter((part) => !main.contains(part)).length !== 1) faults.push('not one header');
    const wide = window.matchMedia('(width >= 960px)').matches;
    const navigations = chrome.filter((part) => part.matches('nav'));
    if (navigations.length !== (wide ? 1 : 0)) faults.push(`${navigations.length} navigations are shown`);
    for (const navigation of navigations) {
      if (!navigation.getAttribute('aria-label')) faults.push('the navigation has no name');
      const lines = [...navigation.querySelectorAll('a[href], button[aria-expanded]')];
      const logo = (line: Element) => line.getAttribute('aria-label')?.startsWith('Rise') || !line.closest('ul');
      const loose = lines.filter((line) => !logo(line) && line.closest('li')?.parentElement?.tagName !== 'UL');
      for (const line of loose) faults.push(`${nameOf(line)} stands in no list`);
      if (shown(navigation, 'li').length < 3) faults.push('the navigation lists next to nothing');
      const here = navigation.querySelectorAll('[aria-current="page"]');
      if (here.length !== (expectHere ? 1 : 0))
        faults.push(`${here.length} lines of the navigation say that the person is there`);
    }
    return faults;
  }, inMenu);
}
