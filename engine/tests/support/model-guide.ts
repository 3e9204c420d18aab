import { readdirSync, readFileSync } from 'node:fs';

const DOCS = new URL('../../../docs/', import.meta.url);
const FENCED = /^```(\w*)\n([^]*?)^```$/gm;

/** The documentation of the model, by path below `docs`: the entry and every page of the folder. */
export const GUIDE_PAGES: ReadonlyMap<string, string> = new Map(
  ['model.md', ...readdirSync(new URL('model/', DOCS)).map((file) => `model/${file}`)].map((path) => [
    path,
    readFileSync(new URL(path, DOCS), 'utf8'),
  ]),
);

/** The examples in a part of a page, such as its blocks of YAML, in order. */
export const examplesIn = (markdown: string, language: string): string[] =>
  [...markdown.matchAll(FENCED)].flatMap(([, of, text]) => (of === language ? [text!] : []));

/** The section under a heading, up to the next heading of its level or above. */
function sectionIn(page: string, title: string): string | null {
  const lines = page.split('\n');
  let isCode = false;
  const levels = lines.map((line) => {
    if (line.startsWith('```')) isCode = !isCode;
    return isCode ? null : (/^#+(?= )/.exec(line)?.[0].length ?? null);
  });
  const start = lines.findIndex((line, index) => levels[index] != null && line.replace(/^#+ /, '') === title);
  if (start < 0) return null;
  const end = levels.findIndex((level, index) => index > start && level !== null && level <= levels[start]!);
  return lines.slice(start + 1, end < 0 ? undefined : end).join('\n');
}

/** The section of the documentation with this heading, whichever page it is on. Throws unless there is exactly one. */
export function guideSection(title: string): string {
  const sections = [...GUIDE_PAGES.values()].map((page) => sectionIn(page, title)).filter((text) => text !== null);
  if (sections.length !== 1) throw new Error(`docs/model has ${sections.length} sections '${title}'.`);
  return sections[0]!;
}

/** The examples under a heading of the documentation. Throws if there are none. */
export function guideExamples(title: string, language: 'json' | 'yaml'): [string, ...string[]] {
  const [first, ...others] = examplesIn(guideSection(title), language);
  if (first === undefined) throw new Error(`The section '${title}' of docs/model has no example in ${language}.`);
  return [first, ...others];
}
