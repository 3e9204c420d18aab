import { type Find, SearchTools } from '@rise/ui/search';
import { useCallback } from 'react';
import { type Answer, ask } from '../../client/client.ts';
import { useLanguage } from '../../i18n/language.ts';
import { icons } from '../../navigation/icons.ts';
import { usePaletteActions } from './palette-actions.ts';
import { useSearchTexts } from './search.texts.ts';

const CALL = 'POST /api/common/search';

/** Contacts, pages and tasks of the suite, and what else the palette can do. */
export default function SearchTool() {
  const done = useSearchTexts()('done');
  const language = useLanguage();
  const find: Find = useCallback(
    async (query, signal) => {
      const sets = (await ask(CALL, { body: { query } }, signal)) as Answer<typeof CALL>;
      return sets.map(({ id, label, results }) => ({
        id,
        label: label[language] ?? label.en,
        results: results.map(({ link, detail, icon, avatar, completed, id: found, title, highlights }) => {
          const told = completed ? done : detail;
          return {
            id: found,
            title,
            highlights,
            href: link,
            ...(told && { detail: told }),
            ...(icon && { icon: icons[icon] }),
            ...(avatar !== undefined && { avatar }),
            ...(completed && { done: true }),
          };
        }),
      }));
    },
    [done, language],
  );
  return <SearchTools find={find} actions={usePaletteActions()} recentKey="rise.demo.searches" />;
}
