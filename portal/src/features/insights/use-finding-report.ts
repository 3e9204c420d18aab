import type { Insight } from '@rise/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { client } from '../../client/client.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { conditionOfFinding, tileOfFinding, titleOfFinding } from './report-of-finding.rules.ts';

/** Where a tile goes: a report of its own in a workspace, or the end of the last page of one that is there. */
export type TilePlace = { readonly workspace: string } | { readonly report: string };

const TILE = 'finding';

/** Inserts the finding's tile into the draft of a report, which is created first where it is a new one; returns its id. */
async function insertTile(finding: Insight, place: TilePlace, { isWatched = false } = {}): Promise<string> {
  const id =
    'report' in place
      ? place.report
      : (
          await client.call('POST /api/v1/reports', {
            body: { workspace: place.workspace, title: titleOfFinding(finding), dataset: finding.dataset.name },
          })
        ).id;
  const { document } = await client.call('GET /api/v1/reports/:id/draft', { params: { id } });
  const suffix = crypto.randomUUID().slice(0, 8);
  const tile = tileOfFinding(finding, 'report' in place ? `${TILE}-${suffix}` : TILE, { isWatched })!;
  const to = { page: document.pages.at(-1)!.id, newRow: { id: `row-${suffix}` }, before: null };
  const change = { id: crypto.randomUUID(), operations: [{ type: 'insert-tile' as const, tile, to }] };
  await client.call('POST /api/v1/reports/:id/draft/changes', { params: { id }, body: { change } });
  return id;
}

/** Puts the figures of a finding into a report, and opens it where it is edited. */
export function useAddToReport(finding: Insight) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (place: TilePlace) => insertTile(finding, place),
    onSuccess: (id) => {
      void cache.invalidateQueries({ queryKey: ['reports'] });
      return navigate({ href: `/reports/${id}/edit` } as never);
    },
  });
}

/** Publishes a report with the figures of a finding, sets an alert on them, and opens the report. */
export function useMakeAlert(finding: Insight) {
  const navigate = useNavigate();
  const localize = useLocalize();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (workspace: string) => {
      const id = await insertTile(finding, { workspace }, { isWatched: true });
      const { revision } = await client.call('GET /api/v1/reports/:id/draft', { params: { id } });
      await client.call('POST /api/v1/reports/:id/publish', { params: { id }, body: { basedOn: revision, note: '' } });
      const alert = {
        tile: TILE,
        measure: finding.measure!.name,
        title: localize(titleOfFinding(finding)),
        condition: conditionOfFinding(finding),
      };
      await client.call('POST /api/v1/reports/:id/alerts', { params: { id }, body: alert });
      return id;
    },
    onSuccess: (id) => {
      void cache.invalidateQueries({ queryKey: ['reports'] });
      return navigate({ href: `/reports/${id}` } as never);
    },
  });
}
