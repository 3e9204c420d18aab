import type { SemanticQuery } from '@rise/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { client } from '../../client/client.ts';
import { useReportError } from '../../client/use-report-error.ts';
import { firstEditable } from '../../reports/use-create-report.ts';
import { useSession } from '../../session/session.ts';
import { workspacesQuery } from '../../workspaces/workspaces.queries.ts';
import { tileOfQuery } from './report-of-query.rules.ts';

/** Builds a report of a query and opens it where it is edited; null for people who may not, and for other queries. */
export function useOpenAsReport(query: SemanticQuery, title: string): { open: () => void; isOpening: boolean } | null {
  const { tenant, permissions } = useSession();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const onError = useReportError();
  const mayBuild = tenant !== null && permissions.includes('report.write') && permissions.includes('model.read');
  const found = useQuery({ ...workspacesQuery, enabled: mayBuild });
  const workspace = mayBuild && found.data ? firstEditable(found.data.workspaces) : undefined;
  const tile = tileOfQuery(query, title, 'figures');
  const build = useMutation({
    mutationFn: async (into: string) => {
      const text = title.slice(0, 120);
      const body = { workspace: into, title: { en: text, tr: text }, dataset: query.dataset };
      const { id } = await client.call('POST /api/v1/reports', { body });
      const { document } = await client.call('GET /api/v1/reports/:id/draft', { params: { id } });
      const custom = query.kind === 'aggregate' ? (query.customMeasures ?? []) : [];
      const page = document.pages[0]!.id;
      const change = {
        id: crypto.randomUUID(),
        operations: [
          ...(custom.length > 0
            ? [{ type: 'set' as const, at: ['customMeasures'] as ['customMeasures'], value: custom }]
            : []),
          { type: 'insert-tile' as const, tile: tile!, to: { page, newRow: { id: 'figures-row' }, before: null } },
        ],
      };
      await client.call('POST /api/v1/reports/:id/draft/changes', { params: { id }, body: { change } });
      return id;
    },
    onSuccess: (id) => {
      void cache.invalidateQueries({ queryKey: ['reports'] });
      return navigate({ href: `/reports/${id}/edit` } as never);
    },
    onError,
  });
  if (!workspace || !tile) return null;
  return { open: () => build.mutate(workspace.id), isOpening: build.isPending };
}
