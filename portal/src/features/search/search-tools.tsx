import { type SearchAction, SearchBar, SearchPalette, type SearchState, usePaletteKey } from '@rise/ui/search';
import { useCallback, useState } from 'react';
import { client } from '../../client/client.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { icons } from '../../navigation/icons.ts';
import { useSession } from '../../session/session.ts';
import { forgetSearches, recentSearches, rememberSearch } from './recent-searches.ts';
import { type Find, useSearch } from './use-search.ts';

/** The search in the toolbar, and the palette that ⌘K and Ctrl K open anywhere. */
export default function SearchTools({ actions }: { actions: readonly SearchAction[] }) {
  const [opened, setOpened] = useState(false);
  const bar = useServerSearch();
  const palette = useServerSearch();
  usePaletteKey(() => setOpened(true));
  const close = () => {
    setOpened(false);
    palette.onQuery('');
  };
  return (
    <>
      <SearchBar {...bar} />
      <SearchPalette {...palette} actions={actions} opened={opened} onClose={close} />
    </>
  );
}

function useServerSearch(): SearchState {
  const session = useSession();
  const localize = useLocalize();
  const [recent, setRecent] = useState(() => recentSearches(session));
  const find: Find = useCallback(
    async (query, signal) => {
      const sets = await client.call('POST /api/common/search', { body: { query }, signal });
      return sets.map(({ id, label, results }) => ({
        id,
        label: localize(label),
        results: results.flatMap(({ link, detail, icon, ...result }) =>
          link === null
            ? []
            : [{ ...result, href: link, ...(detail && { detail }), ...(icon && { icon: icons[icon] }) }],
        ),
      }));
    },
    [localize],
  );
  const search = useSearch(find);
  return {
    ...search,
    recent,
    onForgetRecent: () => {
      forgetSearches(session);
      setRecent([]);
    },
    onChosen: () => setRecent(rememberSearch(session, search.query)),
  };
}
