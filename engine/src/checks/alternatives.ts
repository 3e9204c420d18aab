import type { ReportDocument } from '@rise/contract';
import type { ReportIssue } from '../errors.ts';

/**
 * Checks that pictures are described to people who do not see them, in each language that the report has. Of what is
 * published: a draft's author may still be about to write it.
 */
export function checkAlternatives({ title, pages }: ReportDocument, issueAt: ReportIssue): void {
  for (const [page, { rows }] of pages.entries())
    for (const [row, { tiles }] of rows.entries())
      for (const [index, tile] of tiles.entries()) {
        if (tile.kind !== 'image' || tile.alternative === false) continue;
        const at = ['pages', page, 'rows', row, 'tiles', index, 'alternative'];
        if (tile.alternative === undefined)
          issueAt(at, 'Describe the picture for people who do not see it, or mark it as decorative (false).');
        else if (title.tr !== undefined && tile.alternative.tr === undefined)
          issueAt([...at, 'tr'], 'The report has Turkish texts. Describe the picture in Turkish, too.');
      }
}
