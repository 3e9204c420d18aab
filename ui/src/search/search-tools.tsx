import { SearchBar } from './search-bar.tsx';
import type { SearchAction, SearchState } from './search-model.ts';
import { SearchPalette, usePaletteKey } from './search-palette.tsx';
import { useRecentSearches } from './use-recent-searches.ts';
import { type SearchFinder, useSearch } from './use-search.ts';
import { type OnOutcome, useSearchOutcome } from './use-search-outcome.ts';

export interface SearchToolsProps {
  find: SearchFinder;
  /** Commands of the palette. */
  actions: readonly SearchAction[];
  /** Key of local storage for recent searches. */
  recentKey: string;
  /** Whether the palette is open; what navigates may close it. */
  palette: readonly [opened: boolean, onOpened: (opened: boolean) => void];
  /** Called once for each search. */
  onOutcome?: OnOutcome;
}

/** The search in the toolbar, and the palette that ⌘K and Ctrl K open anywhere. */
export function SearchTools({ find, actions, recentKey, palette: [opened, setOpened], onOutcome }: SearchToolsProps) {
  const { recent, remember, clear } = useRecentSearches(recentKey);
  const bar = useSearch(find);
  const palette = useSearch(find);
  const barOutcome = useSearchOutcome(bar, onOutcome);
  const paletteOutcome = useSearchOutcome(palette, onOutcome);
  usePaletteKey(() => setOpened(true));
  const recentSearches: Pick<SearchState, 'recent' | 'onClearRecent'> = { recent, onClearRecent: clear };
  const close = () => {
    setOpened(false);
    palette.onQuery('');
  };
  return (
    <>
      <SearchBar
        {...bar}
        {...recentSearches}
        onChosen={(result) => {
          barOutcome.onOpened(result);
          remember(bar.query);
        }}
      />
      <SearchPalette
        {...palette}
        {...recentSearches}
        onChosen={(result) => {
          paletteOutcome.onOpened(result);
          remember(palette.query);
        }}
        actions={actions.map(paletteOutcome.withEnd)}
        opened={opened}
        onClose={close}
      />
    </>
  );
}
