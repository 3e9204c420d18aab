import { useState } from 'react';
import { IconFileText, IconMoon, IconUser } from '@tabler/icons-react';
import { type SearchSet, SearchTools } from '../../src/search/index.ts';
import { useAppearance } from '../../src/index.ts';

const PAGES = ['Peer scorecard', 'Liquidity and funding', 'Delinquency by product', 'Capital adequacy over time'];
const PEOPLE = ['Lale Öztürk', 'Peter Ashdown'];

function find(query: string): SearchSet[] {
  const trimmed = query.trim().toLocaleLowerCase('tr');
  const hits = (names: readonly string[], icon: typeof IconUser, detail: string) =>
    names.flatMap((title) => {
      const start = title.toLocaleLowerCase('tr').indexOf(trimmed);
      const highlights = [[start, start + trimmed.length]] as const;
      return start < 0 ? [] : [{ id: title, title, detail, icon, href: '/scorecard', highlights }];
    });
  return [
    { id: 'reports', label: 'Reports', results: hits(PAGES, IconFileText, 'Lending, updated 31 December 2025') },
    { id: 'people', label: 'People', results: hits(PEOPLE, IconUser, 'Analyst') },
  ].filter(({ results }) => results.length > 0);
}

const answer = async (query: string) => find(query);

/** Both search components over a few sample entries. */
export function GallerySearch() {
  const { setScheme, resolved } = useAppearance();
  return (
    <SearchTools
      find={answer}
      palette={useState(false)}
      recentKey="rise.gallery.searches"
      actions={[
        {
          id: 'scheme',
          label: resolved === 'dark' ? 'Light appearance' : 'Dark appearance',
          icon: IconMoon,
          onRun: () => setScheme(resolved === 'dark' ? 'light' : 'dark'),
        },
      ]}
    />
  );
}
