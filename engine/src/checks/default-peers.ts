import type { Dimension, ReportDocument } from '@rise/contract';
import type { ReportIssue } from '../errors.ts';
import { suggestName } from '../expression/suggest-name.ts';
import { checkValues } from './filter-values.ts';

/** The default peers have to be choices that the report's `peers` offer. */
export function checkDefaultPeers(
  { peers, defaultPeers }: ReportDocument,
  dimensions: ReadonlyMap<string, Dimension>,
  issueAt: ReportIssue,
): void {
  if (!defaultPeers) return;
  const { like, where } = defaultPeers;
  const parts = [
    ...like.map((field, index) => ({ field, path: ['like', index] })),
    ...where.map(({ field }, index) => ({ field, path: ['where', index, 'field'] })),
  ];
  if (parts.length === 0)
    issueAt(['defaultPeers'], "Name dimensions under 'like' or conditions under 'where', or leave it out.");
  const seen = new Set<string>();
  for (const { field, path } of parts) {
    const at = ['defaultPeers', ...path];
    if (!peers.includes(field))
      issueAt(at, `'${field}' is not among the report's peers.${suggestName(field, peers)} Name it there, too.`);
    else if (seen.has(field)) issueAt(at, `'${field}' chooses the default peers already. Name it once.`);
    seen.add(field);
  }
  for (const [index, { field, values }] of where.entries()) {
    checkValues(dimensions.get(field), values, ['defaultPeers', 'where', index, 'values'], issueAt);
  }
}
