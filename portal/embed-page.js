/**
 * Writes `embed.html`, the page of frames and public links, from `index.html`: the same files, of which `main.tsx` starts
 * others. A second input of the build would be merged with the first, and each page would start both.
 * @returns {import('vite').Plugin}
 */
export function embedPage() {
  return {
    name: 'portal:embed-page',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('The build has no index.html.');
      this.emitFile({ type: 'asset', fileName: 'embed.html', source: toEmbedPage(String(page.source)) });
    },
  };
}

/** @type {readonly (readonly [string | RegExp, string])[]} */
const CHANGES = [
  ['<html lang="en">', '<html lang="en" data-page="embed">'],
  // A link in a text must not replace the report within its frame.
  ['<title>', '<meta name="robots" content="noindex, nofollow" />\n    <base target="_blank" />\n    <title>'],
  ['src="/boot-appearance.js"', 'src="/boot-appearance.js" data-key="rise.embed"'],
  [/<div id="splash"[\s\S]*?<\/div>\s*/, ''],
  ['<div id="root"></div>', '<main id="root"></main>'],
];

/** @param {string} page */
function toEmbedPage(page) {
  return CHANGES.reduce((text, [from, to]) => {
    const changed = text.replace(from, to);
    if (changed === text) throw new Error(`index.html has no ${String(from)}.`);
    return changed;
  }, page);
}
