import type { CatalogDataset } from '@rise/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLocalize } from '../../i18n/use-language.ts';
import { tablesQuery } from './model-editor.queries.ts';
import { outlineOf } from './outline.rules.ts';
import { membersInText, parseModelText } from '../../model-text/yaml-text.ts';

/** What outline and completion show of the text. */
export function useModelView(text: string, datasets: readonly CatalogDataset[] | undefined) {
  const localize = useLocalize();
  const tables = useQuery(tablesQuery);
  const members = useMemo(() => membersInText(text), [text]);
  const outline = useMemo(() => outlineOf(datasets ?? [], members, localize), [datasets, members, localize]);
  const names = useMemo(
    () => ({
      tables: tables.data?.tables ?? [],
      datasets: datasets ?? [],
      mappings: members.filter(({ kind }) => kind === 'mapping').map(({ name }) => name),
    }),
    [tables.data, datasets, members],
  );
  const written = useMemo(() => {
    const data = parseModelText(text)?.toJS() as { extends?: unknown; datasets?: { table?: unknown }[] } | null;
    const list = Array.isArray(data?.datasets) ? data.datasets : [];
    return {
      extending: typeof data?.extends === 'string',
      tablesUsed: new Set(list.map((one) => String(one?.table ?? ''))),
    };
  }, [text]);
  return { members, outline, names, ...written };
}
