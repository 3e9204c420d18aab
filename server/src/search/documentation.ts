import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalizedText } from '@rise/contract';
import type { ShelfItem } from './shelf.ts';

/** What readers can search of the documentation in a folder: its guides and its changelog. Without a folder, nothing. */
export async function readDocumentation(directory: string): Promise<ShelfItem[]> {
  const guides = (await readdir(join(directory, 'guides')).catch(() => []))
    .filter((file) => /^[\w-]+\.md$/.test(file))
    .map((file) => `guides/${file.replace(/\.md$/, '')}`);
  const documents = await Promise.all(
    [...guides.toSorted(), 'changelog'].map(async (path) => {
      const [en, tr] = await Promise.all(
        ['.md', '.tr.md'].map((ending) => readFile(join(directory, path + ending), 'utf8').catch(() => null)),
      );
      return en == null ? [] : documentItems(path, en, tr ?? null);
    }),
  );
  return documents.flat();
}

/**
 * A document with what stands before its sections, and each of them, which leads to its own heading. The sections of
 * a translation are those of the original, in the same order; one that has others is found as a whole only.
 */
export function documentItems(path: string, english: string, turkish: string | null): ShelfItem[] {
  const en = parts(path, english);
  const tr = turkish === null ? [] : parts(path, turkish);
  return en.map((part, index) => {
    const translated = tr.length === en.length || index === 0 ? tr[index] : undefined;
    const both = (read: (part: Part) => string): LocalizedText => ({
      en: read(part),
      ...(translated && { tr: read(translated) }),
    });
    return {
      id: `${path}#${index}`,
      title: both(({ title }) => title),
      detail: index === 0 ? null : { en: en[0]!.title, ...(tr[0] && { tr: tr[0].title }) },
      ...(part.text && {
        body: both(({ text }) => text || part.text),
        markdown: both(({ markdown }) => markdown || part.markdown),
      }),
      link: both(({ link }) => link),
      icon: 'document',
    };
  });
}

interface Part {
  title: string;
  text: string;
  /** With links as the portal follows them, and without pictures. */
  markdown: string;
  link: string;
}

function parts(path: string, markdown: string): Part[] {
  const link = `/docs/${path}`;
  const [head = '', ...sections] = markdown.replace(/^```[\s\S]*?^```/gm, '').split(/^## /m);
  const [, title = path] = /^# (.+)$/m.exec(head) ?? [];
  return [
    { title: plain(title), ...told(head.replace(/^# .+$/m, '')), link },
    ...sections.map((section) => {
      const [heading = '', ...lines] = section.split('\n');
      return { title: plain(heading), ...told(lines.join('\n')), link: `${link}#${anchorOf(plain(heading))}` };
    }),
  ];
}

function told(markdown: string): Pick<Part, 'text' | 'markdown'> {
  return { text: plain(markdown), markdown: portable(markdown) };
}

/** Markdown that can be shown at another address of the portal. */
function portable(markdown: string): string {
  return markdown
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replaceAll(
      /\]\((?:\.{0,2}\/)*(?:guides\/)?([\w-]+?)(?:\.tr)?\.md(#[^)]*)?\)/g,
      (_, name: string, section = '') => `](/docs/${name === 'changelog' ? '' : 'guides/'}${name}${section})`,
    )
    .trim();
}

/** The id of a heading, as the page that shows the document gives it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}

/** Markdown without its marks: what a reader reads. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^[\s>|#:-]+/gm, ' ')
    .replaceAll(/[*_`|\\]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[,.;:!?])/g, '')
    .trim();
}
