import type { Page } from '@playwright/test';

interface Looks {
  layout?: string;
  scheme?: string;
  width?: number;
}

/**
 * Until the page looks as it was told to, nothing moves, all fonts are there, the page has no work left to do (a change
 * of width is heard in one frame and may be drawn frames later) and a frame has been painted.
 */
export async function settled(page: Page, looks: Looks = {}): Promise<void> {
  await page.evaluate(async ({ layout, scheme, width }) => {
    const told = () =>
      (layout === undefined || document.querySelector(`[data-layout="${layout}"]`) !== null) &&
      (scheme === undefined || document.body.classList.contains(scheme)) &&
      (width === undefined || window.innerWidth === width);
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const moves = ({ playState, effect }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY;
    const idle = () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 }));
    do {
      await frame();
      await idle();
    } while (!told() || document.fonts.status !== 'loaded' || document.getAnimations().some(moves));
    await frame();
  }, looks);
}
