import type { Language } from '@rise/contract';
import { headingsOf } from './headings.ts';

/** A document of the shelf; its text is a file of the repository's documentation. */
export interface ShelfDocument {
  /** Its name in the address and its file's. */
  name: string;
  href: string;
}

const guide = (name: string): ShelfDocument => ({ name, href: `/docs/guides/${name}` });

/** The documents for readers, in the order in which they are read. */
export const SHELF: readonly ShelfDocument[] = [
  guide('getting-started'),
  guide('find-your-way'),
  guide('make-it-yours'),
  guide('board-scorecard'),
  guide('announcements-and-alerts'),
  guide('messages-and-chat'),
  guide('ask-riseiq'),
  { name: 'changelog', href: '/docs/changelog' },
];

const files = import.meta.glob<string>('../../../../docs/{guides/*,changelog,changelog.tr}.md', {
  query: '?raw',
  import: 'default',
});
const loaders = new Map(
  Object.entries(files).map(([path, load]) => [path.split('/').at(-1)!.replace(/\.md$/, ''), load]),
);

/** Pictures of the documentation, by file name. */
export const pictures = new Map(
  Object.entries(
    import.meta.glob<string>('../../../../docs/images/*', { query: '?url', import: 'default', eager: true }),
  ).map(([path, address]) => [path.split('/').at(-1)!, address]),
);

export interface LoadedDocument extends ShelfDocument {
  markdown: string;
  title: string;
  /** What the original calls its sections in an address: a link from elsewhere may name them so. */
  originalAnchors: string[];
  /** The language it is in: English where there is no other. */
  language: Language;
}

/** A document in the language, or in English where nobody has translated it; null where there is none of that name. */
export async function loadDocument(name: string, language: Language): Promise<LoadedDocument | null> {
  const entry = SHELF.find((document) => document.name === name);
  const translated = language === 'en' ? undefined : loaders.get(`${name}.${language}`);
  const load = translated ?? loaders.get(name);
  if (!entry || !load) return null;
  const [markdown, original] = await Promise.all([load(), loaders.get(name)!()]);
  return {
    ...entry,
    markdown,
    originalAnchors: headingsOf(original).map(({ anchor }) => anchor),
    title: /^# (.+)$/m.exec(markdown)?.[1] ?? name,
    language: translated ? language : 'en',
  };
}

/** Every document of the shelf. */
export async function loadShelf(language: Language): Promise<LoadedDocument[]> {
  const all = await Promise.all(SHELF.map(({ name }) => loadDocument(name, language)));
  return all.filter((document) => document !== null);
}
