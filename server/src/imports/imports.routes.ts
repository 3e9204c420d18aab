import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { handlers, type RowStream } from '../kernel/api/api.ts';
import type { Actor } from '../kernel/actor.ts';
import { notFound } from '../kernel/errors/user-error.ts';
import type { ImportRunner } from './import-runner.service.ts';
import type { ImportService } from './imports.service.ts';

/** `authorOf`: the email address of who drafts an import. */
export function importHandlers(
  imports: ImportService,
  runner: ImportRunner,
  authorOf: (actor: Actor) => Promise<string | null>,
) {
  return handlers({
    'GET /api/v1/imports': ({ actor, query }) => imports.list(actor, query),
    'POST /api/v1/imports': async ({ actor, body }) =>
      imports.create(actor, body.uploads, { origin: 'upload', createdBy: await authorOf(actor) }),
    'GET /api/v1/imports/:id': ({ actor, params }) => imports.get(actor, params.id),
    'PATCH /api/v1/imports/:id': ({ actor, params, body }) => imports.change(actor, params.id, body),
    'POST /api/v1/imports/:id/tables/:table/preview': ({ actor, params, body, signal }) =>
      imports.preview(actor, params, body.settings, signal),
    'POST /api/v1/imports/:id/run': ({ actor, params, idempotencyKey }) =>
      imports.run(actor, params.id, idempotencyKey?.slice(0, 200) ?? null),
    'POST /api/v1/imports/:id/cancel': ({ actor, params }) => imports.cancel(actor, params.id),
    'DELETE /api/v1/imports/:id': async ({ actor, params }) => {
      await imports.discard(actor, params.id);
      return { deleted: true };
    },
    'GET /api/v1/imports/:id/rejects': async ({ actor, params }) => {
      const { rejected } = await imports.get(actor, params.id);
      const file = runner.rejectsFile(actor.tenantId, params.id);
      if (rejected === 0 || !(await exists(file))) throw notFound();
      return rejectsOf(file);
    },
  });
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

/** Cells are safe for spreadsheets since they were written. */
function rejectsOf(file: string): RowStream {
  return {
    contentType: 'text/csv; charset=utf-8',
    headers: { 'content-disposition': 'attachment; filename="rejected-rows.csv"' },
    parts: (async function* () {
      yield* createReadStream(file) as AsyncIterable<Buffer>;
      return { 'rise-truncated': 'false' };
    })(),
  };
}
