import { type Find, type SearchAction, SearchTools } from '@rise/ui/search';
import { useCallback } from 'react';
import { client } from '../../client/client.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { icons } from '../../navigation/icons.ts';
import { useSession } from '../../session/session.ts';

/** The search over what the person may open, in the tenant. */
export default function ServerSearch({ actions }: { actions: readonly SearchAction[] }) {
  const { account, tenant } = useSession();
  const localize = useLocalize();
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
  return <SearchTools find={find} actions={actions} recentKey={`rise.searches.${account.id}.${tenant?.id ?? ''}`} />;
}
