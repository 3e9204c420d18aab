import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, extname, join, relative } from 'node:path';
import { chromium } from '@playwright/test';
import { scriptWith } from './command.ts';
import { DATA, ms, quantile, ROOT, type Measured } from './project.ts';
import { scrollFrames } from './scroll-frames.ts';

const WARM_UP = 60;
const FRAMES = 400;
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

const SCROLL = scrollFrames({
  scroller: `document.querySelector('table[aria-label="Wide"]').parentElement`,
  warmUp: WARM_UP,
  frames: FRAMES,
  moves: FRAMES,
});

/** Scrolls the design system's page with a grid of 1,000 rows and 30 columns, frame after frame, in the browser that BROWSER_PATH names. */
export async function gridScroll(): Promise<Measured> {
  const gallery = await serveGallery();
  const browser = await chromium.launch({ executablePath: process.env['BROWSER_PATH']!, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${gallery.url}/components`);
    await page.getByRole('grid', { name: 'Wide' }).scrollIntoViewIfNeeded();
    const frames = await page.evaluate<number[]>(SCROLL);
    if (frames.length !== FRAMES) throw new Error('The wide grid did not scroll');
    const [p95, longest] = [quantile(frames, 0.95), Math.max(...frames)];
    return {
      what: 'Scrolling a grid of 1,000 rows and 30 columns, time between frames, p95',
      measured: `${ms(p95)} (longest ${ms(longest)})`,
      budget: '≤ 25 ms, none over 50 ms',
      held: p95 <= 25 && longest <= 50,
    };
  } finally {
    await browser.close();
    gallery.close();
  }
}

/** The gallery, built like the portal. */
async function serveGallery(): Promise<{ url: string; close(): void }> {
  const built = join(DATA, 'gallery');
  const manifest = createRequire(join(ROOT, 'ui/package.json')).resolve('vite/package.json');
  const vite = relative(ROOT, join(dirname(manifest), 'bin/vite.js'));
  await scriptWith(
    { NODE_ENV: 'production' },
    vite,
    'build',
    join(ROOT, 'ui/gallery'),
    '--outDir',
    built,
    '--emptyOutDir',
    '--logLevel',
    'error',
  );
  const server = createServer((request, response) => {
    const path = new URL(request.url!, 'http://gallery').pathname;
    const file =
      path === '/boot-appearance.js'
        ? join(ROOT, 'ui/src/theme/boot-appearance.js')
        : join(built, extname(path) === '' ? 'index.html' : path);
    readFile(file).then(
      (content) => response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream').end(content),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}
