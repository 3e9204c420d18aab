import type { Page } from '@playwright/test';

interface Shift {
  value: number;
  what: string[];
}

/** From the next load on, the page records its layout shifts. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    const describe = (node: Node | undefined) => {
      const element = node instanceof Element ? node : node?.parentElement;
      return `${element?.tagName.toLowerCase()} “${(element?.textContent ?? '').trim().slice(0, 40)}”`;
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as PerformanceEntry & {
          value: number;
          sources: { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
        };
        const what = sources.map(({ node, previousRect: from, currentRect: to }) =>
          [describe(node), from, to].map((part) => (part instanceof DOMRectReadOnly ? `${part.x},${part.y}` : part)),
        );
        shifts.push({ value, what: what.map(([name, from, to]) => `${name} from ${from} to ${to}`) });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Sum of all layout shifts since the page was loaded, including those right after an input, and the elements that moved. */
export async function collectShifts(page: Page): Promise<{ sum: number; what: string[] }> {
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
  return { sum: shifts.reduce((sum, { value }) => sum + value, 0), what: shifts.flatMap(({ what }) => what) };
}
