import { useOpen } from '@rise/shell/routing';
import { type SearchFinder, SearchTools } from '@rise/ui/search';
import { useCallback } from 'react';
import { type CallResult, sendCall } from '../../client/client.ts';
import { icons } from '@rise/shell/navigation/icons';
import { usePaletteActions } from './palette-actions.ts';
import { useSearchTexts } from './search.texts.ts';

const CALL = 'POST /api/common/search';
const RECORDS_CALL = 'POST /api/common/search/records';

/** Searches pages and the records of all apps, and offers commands. */
export default function SearchTool() {
  const done = useSearchTexts()('done');
  const find: SearchFinder = useCallback(
    async (query, signal) => {
      const [first, records] = (await Promise.all(
        [CALL, RECORDS_CALL].map((key) => sendCall(key, { body: { query } }, signal)),
      )) as [CallResult<typeof CALL>, CallResult<typeof RECORDS_CALL>];
      return [...first, ...records].map(({ id, label, results }) => ({
        id,
        label,
        results: results.map(({ link, detail, icon, avatar, completed, id: result, title, highlights }) => {
          const output = completed ? done : detail;
          return {
            id: result,
            title,
            highlights,
            href: link,
            ...(output && { detail: output }),
            ...(icon && { icon: icons[icon] }),
            ...(avatar !== undefined && { avatar }),
            ...(completed && { completed }),
          };
        }),
      }));
    },
    [done],
  );
  return (
    <SearchTools find={find} actions={usePaletteActions()} palette={useOpen(false)} recentKey="rise.demo.searches" />
  );
}
