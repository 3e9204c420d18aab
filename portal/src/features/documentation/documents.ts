import type { Language } from '@rise/contract';
import { headingsOf } from './headings.ts';

/** A user guide or the changelog; its text is a file under `docs/`. */
export interface DocumentEntry {
  /** Name in the address, and of its file. */
  name: string;
  href: string;
}

const guide = (name: string): DocumentEntry => ({ name, href: `/docs/guides/${name}` });

/** All documents, in reading order. */
export const DOCUMENTS: readonly DocumentEntry[] = [
  guide('getting-started'),
  guide('find-your-way'),
  guide('make-it-yours'),
  guide('board-scorecard'),
  guide('import-your-data'),
  guide('browse-your-data'),
  guide('model-your-data'),
  guide('announcements-and-alerts'),
  guide('map-your-codes'),
  guide('messages-and-chat'),
  guide('ask-riseiq'),
  guide('ai-clients'),
  guide('insights'),
  guide('ask-with-sql'),
  guide('set-parameters'),
  guide('build-a-report'),
  guide('organize-reports'),
  guide('embedding'),
  guide('webhooks'),
  guide('manage-users'),
  guide('email-domains'),
  guide('own-sign-in'),
  guide('provision-users'),
  guide('run-tenants'),
  guide('administer-the-search'),
  guide('watch-the-system'),
  guide('audit-trail'),
  guide('copy-on-a-schedule'),
  { name: 'changelog', href: '/docs/changelog' },
];

const files = import.meta.glob<string>('../../../../docs/{guides/*,changelog,changelog.tr}.md', {
  query: '?raw',
  import: 'default',
});
const loaders = new Map(
  Object.entries(files).map(([path, load]) => [path.split('/').at(-1)!.replace(/\.md$/, ''), load]),
);

/** Addresses of the documentation's images, by file name. */
export const pictures = new Map(
  Object.entries(
    import.meta.glob<string>('../../../../docs/images/*', { query: '?url', import: 'default', eager: true }),
  ).map(([path, address]) => [path.split('/').at(-1)!, address]),
);

export interface LoadedDocument extends DocumentEntry {
  markdown: string;
  title: string;
  /** Anchors of the English original, in order: links from elsewhere may use them. */
  originalAnchors: string[];
  /** English if there is no translation. */
  language: Language;
}

/** A document in the language, or in English if it is not translated; null if the name is unknown. */
export async function loadDocument(name: string, language: Language): Promise<LoadedDocument | null> {
  const entry = DOCUMENTS.find((document) => document.name === name);
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

/** All documents, in reading order. */
export async function loadDocuments(language: Language): Promise<LoadedDocument[]> {
  const all = await Promise.all(DOCUMENTS.map(({ name }) => loadDocument(name, language)));
  return all.filter((document) => document !== null);
}
