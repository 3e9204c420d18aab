/** What the build of a page with this package's shell needs: plugins for Vite. JavaScript, as Vite's configuration is run by Node. */
export { bootAppearance } from './boot-appearance.js';
export { precompress } from './precompress.js';
export { preloadFont } from './preload-font.js';
export { chunks } from './chunks.js';
