import type { LocalizedText, ReportSummary } from '@rise/contract';
import { client } from '../../client/client.ts';
import { useWorkspaceMutation } from '../../workspaces/workspaces.queries.ts';

export const useRenameReport = () =>
  useWorkspaceMutation(
    ({ id, ...body }: { id: string; title: LocalizedText; purpose: LocalizedText; basedOn: number }) =>
      client.call('PATCH /api/v1/reports/:id', { params: { id }, body }),
  );

export const useMoveReport = () =>
  useWorkspaceMutation(({ id, workspace }: { id: string; workspace: string }) =>
    client.call('POST /api/v1/reports/:id/move', { params: { id }, body: { workspace } }),
  );

export const useCopyReport = () =>
  useWorkspaceMutation(({ id, ...body }: { id: string; workspace: string; title: LocalizedText }) =>
    client.call('POST /api/v1/reports/:id/copy', { params: { id }, body }),
  );

/** Archives a report, or restores an archived one. */
export const useArchiveReport = () =>
  useWorkspaceMutation(({ id, archivedAt }: Pick<ReportSummary, 'id' | 'archivedAt'>) =>
    archivedAt === null
      ? client.call('POST /api/v1/reports/:id/archive', { params: { id } })
      : client.call('POST /api/v1/reports/:id/restore', { params: { id } }),
  );
