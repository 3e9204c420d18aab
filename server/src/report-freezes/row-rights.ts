import { tilesOf, type ReportDocument } from '@rise/contract';
import { restrictionsOn } from '@rise/engine';
import type { TenantActor } from '../kernel/actor.ts';
import type { TenantTx } from '../kernel/database/database.ts';
import { newestModel, storedModel } from '../models/stored-models.service.ts';
import { readerOf } from '../query/query.service.ts';
import type { Manifest } from './manifest.rules.ts';

/** The datasets that a report reads. */
export const datasetsOf = (document: ReportDocument): string[] => [
  ...new Set([
    document.dataset,
    ...tilesOf(document).flatMap((tile) => ('dataset' in tile && tile.dataset ? [tile.dataset] : [])),
  ]),
];

/**
 * Whether a person has the row rights of who froze a report: by the model of the freeze the same rules and masks, and by
 * the current one none that the freeze was made without. So nobody reads rows that a rule keeps from them by now.
 */
export async function hasRightsOf(
  tx: TenantTx,
  actor: TenantActor,
  { model, datasets, rights }: Manifest,
): Promise<boolean> {
  const reader = readerOf(actor);
  const then = restrictionsOn(await storedModel(tx, model.hash), datasets, reader);
  if (JSON.stringify(then) !== JSON.stringify(rights)) return false;
  const newest = await newestModel(tx);
  const now = newest ? restrictionsOn(newest.model, datasets, reader) : [];
  const known = new Set(rights);
  return now.every((restriction) => known.has(restriction));
}
