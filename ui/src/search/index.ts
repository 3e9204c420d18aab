export { SearchBar, type SearchBarProps } from './search-bar.tsx';
export type { SearchAction, SearchResult, SearchSet, SearchState, SearchStatus } from './search-model.ts';
export { SearchPalette, type SearchPaletteProps, usePaletteKey } from './search-palette.tsx';
