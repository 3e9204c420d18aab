import { download } from '@rise/shell/files';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { useReportError } from '../../../client/use-report-error.ts';

/** Downloads the rejected rows of an import's last run, with reasons. */
export function useRejects(id: string) {
  const report = useReportError();
  return useMutation({
    mutationFn: async () => {
      const { content, name } = await client.file('GET /api/v1/imports/:id/rejects', { params: { id } });
      download(content, name ?? 'rejected-rows.csv');
    },
    onError: report,
  });
}
