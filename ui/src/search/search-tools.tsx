import { useState } from 'react';
import { SearchBar } from './search-bar.tsx';
import type { SearchAction } from './search-model.ts';
import { SearchPalette, usePaletteKey } from './search-palette.tsx';
import { useRecentSearches } from './use-recent-searches.ts';
import { type Find, useSearch } from './use-search.ts';

export interface SearchToolsProps {
  find: Find;
  /** What the palette can do besides finding. */
  actions: readonly SearchAction[];
  /** Where in local storage the latest searches are kept. */
  recentKey: string;
}

/** The search in the toolbar, and the palette that ⌘K and Ctrl K open anywhere. */
export function SearchTools({ find, actions, recentKey }: SearchToolsProps) {
  const [opened, setOpened] = useState(false);
  const { recent, remember, forget } = useRecentSearches(recentKey);
  const bar = useSearch(find);
  const palette = useSearch(find);
  usePaletteKey(() => setOpened(true));
  const lately = { recent, onForgetRecent: forget };
  const close = () => {
    setOpened(false);
    palette.onQuery('');
  };
  return (
    <>
      <SearchBar {...bar} {...lately} onChosen={() => remember(bar.query)} />
      <SearchPalette
        {...palette}
        {...lately}
        onChosen={() => remember(palette.query)}
        actions={actions}
        opened={opened}
        onClose={close}
      />
    </>
  );
}
