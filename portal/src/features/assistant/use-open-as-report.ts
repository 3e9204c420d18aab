import type { LocalizedText, QuestionReading } from '@rise/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { client } from '../../client/client.ts';
import { useReportError } from '../../client/use-report-error.ts';
import { firstEditable } from '../../reports/use-create-report.ts';
import { useSession } from '../../session/session.ts';
import { workspacesQuery } from '../../workspaces/workspaces.queries.ts';
import { readingQuery } from './figure-answer.queries.ts';
import { type ReportObstacle, reportTitle, tileOfQuery } from './report-of-query.rules.ts';

type OpenAsReport =
  | { readonly kind: 'possible'; readonly open: () => void; readonly isOpening: boolean }
  | { readonly kind: 'impossible'; readonly reason: ReportObstacle }
  /** For people who may not build reports, or nowhere, and until that is known. */
  | { readonly kind: 'none' };

/** Builds a report of an answer, with its title in both languages, and opens it where it is edited. */
export function useOpenAsReport(question: string, { query, title }: QuestionReading): OpenAsReport {
  const { tenant, permissions } = useSession();
  const { i18n } = useTranslation();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const onError = useReportError();
  const mayBuild = tenant !== null && permissions.includes('report.write') && permissions.includes('model.read');
  const found = useQuery({ ...workspacesQuery, enabled: mayBuild });
  const workspace = mayBuild && found.data ? firstEditable(found.data.workspaces) : undefined;
  const obstacle = tileOfQuery(query, { en: title }, 'figures');
  const readTitle = async (): Promise<LocalizedText> => {
    const titles = await Promise.all(
      (['en', 'tr'] as const).map(async (language) =>
        language === i18n.language
          ? title
          : (await cache.fetchQuery(readingQuery(question, query, language)).catch(() => null))?.title,
      ),
    );
    const [en = title, tr = title] = titles;
    return { en, tr };
  };
  const build = useMutation({
    mutationFn: async (into: string) => {
      const text = await readTitle();
      const tile = tileOfQuery(query, text, 'figures');
      if (typeof tile === 'string') throw new Error(`No tile has these figures: ${tile}.`);
      const body = { workspace: into, title: reportTitle(text), dataset: query.dataset };
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
          { type: 'insert-tile' as const, tile, to: { page, newRow: { id: 'figures-row' }, before: null } },
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
  if (!workspace) return { kind: 'none' };
  if (typeof obstacle === 'string') return { kind: 'impossible', reason: obstacle };
  return { kind: 'possible', open: () => build.mutate(workspace.id), isOpening: build.isPending };
}
