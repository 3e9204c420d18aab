import { openedBy, openedLevels, type OpenedMember } from '@rise/contract/report-levels';
import type { DimensionRequest, Report, Tile } from '@rise/contract';
import { periodText } from '../../../figures/period-text.ts';
import { dimensionNamed, valueTitle } from '../fields.ts';
import type { Words } from '../tiles/result-labels.ts';

/** What the opened members of a tile are members of; none where the tile has no such levels. */
export function openedRequests(report: Report, tile: Tile, opened: readonly OpenedMember[]): DimensionRequest[] {
  const from = openedBy(tile);
  const levels = openedLevels(report.levels[tile.id] ?? [], opened);
  return from === null || levels === null ? [] : [from, ...levels].slice(0, opened.length);
}

/** A member's label, in the reader's language. */
export function memberLabel(
  report: Report,
  { request, value, dataset }: { request: DimensionRequest; value: string; dataset: string | undefined },
  words: Words,
): string {
  if (typeof request !== 'string') return periodText(value, request.grain, words);
  const dimension = dimensionNamed(report, request, dataset);
  if (!dimension?.values && (value === 'true' || value === 'false'))
    return words.t(value === 'true' ? 'report.rows.yes' : 'report.rows.no');
  return valueTitle(dimension, value, words.localize);
}
