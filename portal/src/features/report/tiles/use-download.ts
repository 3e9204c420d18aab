import type { RowListQuery } from '@rise/contract';
import { download } from '@rise/shell/files';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../client/client.ts';

/** Downloads all rows of a list as CSV, in the conventions of the reader's language. */
export function useDownload(): { state: 'idle' | 'running' | 'failed'; start: (query: RowListQuery) => void } {
  const [state, setState] = useState<'idle' | 'running' | 'failed'>('idle');
  const { i18n } = useTranslation();
  const language = i18n.language === 'tr' ? ('tr' as const) : ('en' as const);
  const start = useCallback(
    async ({ limit: _limit, offset: _offset, count: _count, ...query }: RowListQuery) => {
      setState('running');
      try {
        const body = { query, format: 'csv' as const, csv: { language, bom: true } };
        const { content, name } = await client.file('POST /api/v1/query/stream', { body });
        download(content, name ?? `${query.dataset}.csv`);
        setState('idle');
      } catch {
        setState('failed');
      }
    },
    [language],
  );
  return { state, start: (query) => void start(query) };
}
