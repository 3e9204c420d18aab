import { download } from '@rise/shell/files';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { exportSql, type SqlRequest } from '../sql.queries.ts';

/** Downloads all rows of a statement as CSV. */
export function useExport() {
  const { i18n } = useTranslation();
  const language = i18n.language === 'tr' ? ('tr' as const) : ('en' as const);
  return useMutation({
    mutationFn: async (request: SqlRequest) => {
      const { content, name } = await exportSql(request, language);
      download(content, name ?? 'query.csv');
    },
  });
}
