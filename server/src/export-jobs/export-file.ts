import type { TenantActor } from '../kernel/actor.ts';
import type { RowStream } from '../kernel/api/api.ts';
import type { Database } from '../kernel/database/database.ts';
import { findPart, type ExportJobRow } from './export-jobs.sql.ts';

/** The file of a job that is ready, part by part. */
export const fileOf = (database: Database, actor: TenantActor, { id, contentType, name }: ExportJobRow): RowStream => ({
  contentType: contentType!,
  headers: { 'content-disposition': `attachment; filename="${name!}"` },
  parts: (async function* () {
    for (let place = 0; ; place++) {
      const part = await database.withTenant(actor, (tx) => findPart(tx, id, place), 'reads');
      if (!part) return {};
      yield part.content;
    }
  })(),
});
