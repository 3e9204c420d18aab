/**
 * Preloads a font with the page, instead of when the first text is rendered.
 * @param {RegExp} name
 * @returns {import('vite').Plugin}
 */
export function preloadFont(name) {
  let base = '';
  return {
    name: 'rise:preload-font',
    apply: 'build',
    configResolved(config) {
      base = config.base;
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const file = Object.keys(bundle).find((path) => name.test(path));
        if (file === undefined) throw new Error(`The build has no font like ${name}.`);
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: base + file, crossorigin: true };
        return [{ tag: 'link', attrs, injectTo: /** @type {const} */ ('head') }];
      },
    },
  };
}
