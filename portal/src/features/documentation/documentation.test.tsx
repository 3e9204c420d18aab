import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, render, screen } from '@testing-library/react';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { afterEach, describe, expect, it } from 'vitest';
import { documentHref } from './addresses.ts';
import { loadDocument, DOCUMENTS } from './documents.ts';
import { anchorOf, headingsOf } from './headings.ts';
import { DocumentText } from './markdown.tsx';

const DOCS = join(import.meta.dirname, '../../../../docs');
const filesOf = (folder: string) => readdirSync(join(DOCS, folder)).filter((file) => file.endsWith('.md'));

/** The language-independent part of a document: the kinds of its lines in order, and its link targets. */
function bonesOf(markdown: string) {
  const kinds = markdown.split('\n').flatMap((line) => /^(#+|\||- |\d+\.|```|!\[)/.exec(line)?.[1] ?? []);
  const targets = [...markdown.matchAll(/\]\(([^)#\s]*)/g)].map(([, target]) => target!.replace(/\.tr\.md$/, '.md'));
  return { kinds, targets: targets.toSorted() };
}

afterEach(cleanup);

describe('the documents', () => {
  it.each(DOCUMENTS.map(({ name }) => name))('%s exists in English and in Turkish', async (name) => {
    const english = await loadDocument(name, 'en');
    const turkish = await loadDocument(name, 'tr');
    expect(english).toMatchObject({ language: 'en' });
    expect(turkish).toMatchObject({ language: 'tr' });
    expect(turkish!.title).not.toBe(english!.title);
  });

  it.each(
    [...filesOf('guides').map((file) => `guides/${file}`), 'changelog.md'].filter((file) => !file.endsWith('.tr.md')),
  )('%s says the same in Turkish, section by section, with the same tables, lists, pictures and links', (file) => {
    const english = readFileSync(join(DOCS, file), 'utf8');
    const turkish = readFileSync(join(DOCS, file.replace(/\.md$/, '.tr.md')), 'utf8');
    expect(bonesOf(turkish)).toEqual(bonesOf(english));
    expect(turkish).not.toBe(english);
  });

  it('are all user guides, since search and assistant link to each', () => {
    const files = Object.keys(import.meta.glob('../../../../docs/guides/*.md'));
    const names = files.map((path) => path.split('/').at(-1)!).filter((file) => !file.endsWith('.tr.md'));
    expect(DOCUMENTS.map(({ name }) => `${name}.md`).toSorted()).toEqual([...names, 'changelog.md'].toSorted());
  });

  it('are only the listed ones', async () => {
    expect(await loadDocument('../operations', 'en')).toBeNull();
    expect(await loadDocument('constructor', 'tr')).toBeNull();
  });

  it.each([
    ['board-scorecard.md', '/docs/guides/board-scorecard'],
    ['getting-started.tr.md', '/docs/guides/getting-started'],
    ['../changelog.md#one', '/docs/changelog#one'],
    ['guides/find-your-way.md', '/docs/guides/find-your-way'],
    ['https://www.ncua.gov', 'https://www.ncua.gov'],
    ['operations.md', 'operations.md'],
  ])('link with %s to %s', (written, href) => expect(documentHref(written)).toBe(href));

  it('name their sections as the search does', () => {
    expect(anchorOf('Peers, median, percentile')).toBe('peers-median-percentile');
    expect(headingsOf('# A\n\n## One `x`\n\n```\n## no\n```\n\n## [Two](b.md)')).toEqual([
      { title: 'One x', anchor: 'one-x' },
      { title: 'Two', anchor: 'two' },
    ]);
  });
});

describe('a document’s text', () => {
  const show = (markdown: string) => {
    const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
    render(
      <RouterContextProvider router={router as never}>
        <DocumentText markdown={markdown} />
      </RouterContextProvider>,
    );
  };

  it('runs nothing and loads nothing from elsewhere', () => {
    show(
      '<script>alert(1)</script><img src=x onerror=alert(1)>\n\n![p](https://evil.example/p.png) [a](javascript:alert(1)) ![q](data:image/svg+xml,x)',
    );
    expect(document.querySelectorAll('script, img')).toHaveLength(0);
    expect(screen.getByText('a').getAttribute('href')).toBe('');
  });

  it('opens other sites in a new tab without opener', () => {
    show('[NCUA](https://www.ncua.gov) and [here](getting-started.md)');
    expect(screen.getByRole('link', { name: 'NCUA' })).toMatchObject({ target: '_blank', rel: 'noopener noreferrer' });
    expect(screen.getByRole('link', { name: 'here' }).getAttribute('href')).toBe('/docs/guides/getting-started');
  });

  it('renders tables, and images of the repository', () => {
    show('| a | b |\n|---|---|\n| 1 | 2 |\n\n![The board scorecard](../images/scorecard.png)');
    expect(screen.getByRole('table')).toBeTruthy();
    expect(screen.getByRole('img', { name: 'The board scorecard' }).getAttribute('src')).toMatch(/scorecard/);
  });
});
