import type { Page } from '@playwright/test';

interface Appearance {
  layout?: string;
  scheme?: string;
  width?: number;
}

/**
 * Waits until the page has the requested appearance, its fonts are loaded, nothing is animated, and two passes of a
 * frame and an idle callback changed nothing in the document. Frames alone are not enough: a change of width is noticed
 * in one frame, and React renders it in slices between later ones.
 */
export async function waitUntilStable(page: Page, appearance: Appearance = {}): Promise<void> {
  await page.evaluate(async ({ layout, scheme, width }) => {
    const hasAppearance = () =>
      (layout === undefined || document.querySelector(`[data-layout="${layout}"]`) !== null) &&
      (scheme === undefined || document.body.classList.contains(scheme)) &&
      (width === undefined || window.innerWidth === width);
    const isFinite = ({ playState, effect }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY;
    const pass = () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => {
          requestIdleCallback(() => resolve(), { timeout: 2_000 });
        });
      });
    let changes = 0;
    const observer = new MutationObserver((records) => {
      changes += records.length;
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true });
    let quiet = 0;
    while (quiet < 2) {
      const before = changes;
      await pass();
      const stable = hasAppearance() && document.fonts.status === 'loaded' && !document.getAnimations().some(isFinite);
      quiet = stable && changes === before ? quiet + 1 : 0;
    }
    observer.disconnect();
  }, appearance);
}
