import type { Plugin } from 'vite';

/** Has the browser fetch a font of the build with the page, not when the first text is drawn. */
export function preloadFont(name: RegExp): Plugin {
  return {
    name: 'rise:preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const file = Object.keys(bundle).find((path) => name.test(path));
        if (file === undefined) throw new Error(`The build has no font like ${name}.`);
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true };
        return [{ tag: 'link', attrs, injectTo: 'head' as const }];
      },
    },
  };
}
