import { useOpen } from '@rise/shell/routing';
import { type SearchFinder, SearchTools } from '@rise/ui/search';
import { SEARCH_SETS } from '@rise/contract/search-words';
import { useCallback } from 'react';
import { client } from '../../client/client.ts';
import { useTranslation } from 'react-i18next';
import { icons } from '@rise/shell/navigation/icons';
import { useSession } from '../../session/session.ts';
import { useReportSuggestions } from './use-report-suggestions.ts';
import { usePaletteActions } from './palette-actions.ts';

/** For those who improve the search. Nothing depends on it: a report that fails is dropped. */
function reportOutcome(query: string, opened: { set: string; id: string } | null): void {
  const set = SEARCH_SETS.find((one) => one === opened?.set);
  // What the portal itself offers is in none of the server's sets.
  if (opened && !set) return;
  const body = { query, opened: opened && set ? { set, id: opened.id } : null };
  client.call('POST /api/common/search/outcome', { body }).catch(() => undefined);
}

/** Searches what the person may open. Results are in the interface language. */
export default function ServerSearch() {
  const { account, tenant } = useSession();
  const { i18n } = useTranslation();
  const { language } = i18n;
  const suggest = useReportSuggestions();
  const find: SearchFinder = useCallback(
    async (query, signal) => {
      const [sets, { sets: reports, isQuestion }] = await Promise.all([
        client.call('POST /api/common/search', { body: { query }, signal }),
        suggest(query),
      ]);
      const found = sets.map(({ id, label, results }) => ({
        id,
        label,
        results: results.flatMap(({ link, detail, icon, ...result }) =>
          link === null
            ? []
            : [{ ...result, href: link, ...(detail && { detail }), ...(icon && { icon: icons[icon] }) }],
        ),
      }));
      // Enter opens the first result: a measure alone is looked up rather than built with.
      return isQuestion ? [...reports, ...found] : [...found, ...reports];
    },
    // Results depend on the interface language, so a change of language searches again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [language, suggest],
  );
  return (
    <SearchTools
      find={find}
      actions={usePaletteActions()}
      palette={useOpen(false)}
      onOutcome={reportOutcome}
      recentKey={`rise.searches.${account.id}.${tenant?.id ?? ''}`}
    />
  );
}
