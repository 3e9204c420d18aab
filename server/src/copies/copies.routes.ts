import type { Actor } from '../kernel/actor.ts';
import { handlers } from '../kernel/api/api.ts';
import type { CopyService } from './copies.service.ts';
import type { CopySourceService } from './copy-sources.service.ts';
import type { QueryCopyService } from './query-copies.service.ts';

interface CopyServices {
  readonly copies: CopyService;
  readonly sources: CopySourceService;
  readonly queries: QueryCopyService;
}

/** `authorOf`: the email address of who creates or starts a copy. */
export function copyHandlers(
  { copies, sources, queries }: CopyServices,
  authorOf: (actor: Actor) => Promise<string | null>,
) {
  return handlers({
    'GET /api/v1/copy-sources': async ({ actor }) => ({ sources: await sources.list(actor) }),
    'POST /api/v1/copy-sources': ({ actor, body }) => sources.add(actor, body),
    'POST /api/v1/copy-sources/test': async ({ actor, body }) => ({ steps: await sources.test(actor, body) }),
    'PUT /api/v1/copy-sources/:id': ({ actor, params, body }) => sources.change(actor, params.id, body),
    'DELETE /api/v1/copy-sources/:id': async ({ actor, params }) => {
      await sources.remove(actor, params.id);
      return { deleted: true };
    },
    'GET /api/v1/copy-sources/:id/tables': async ({ actor, params, signal }) => ({
      tables: await sources.tables(actor, params.id, signal),
    }),
    'GET /api/v1/copies': async ({ actor }) => ({ copies: await copies.list(actor) }),
    'POST /api/v1/copies': async ({ actor, body, ...call }) => copies.create(actor, body, await authorOf(actor), call),
    'POST /api/v1/copies/query-check': ({ actor, body, ...call }) => queries.check(actor, body, call),
    'PUT /api/v1/copies/:id': async ({ actor, params, body, ...call }) =>
      copies.change(actor, params.id, body, await authorOf(actor), call),
    'DELETE /api/v1/copies/:id': async ({ actor, params }) => {
      await copies.remove(actor, params.id);
      return { deleted: true };
    },
    'POST /api/v1/copies/:id/pause': ({ actor, params, body }) => copies.pause(actor, params.id, body.paused),
    'POST /api/v1/copies/:id/run': async ({ actor, params }) => copies.run(actor, params.id, await authorOf(actor)),
    'POST /api/v1/copies/:id/cancel': ({ actor, params }) => copies.cancel(actor, params.id),
    'GET /api/v1/copies/:id/runs': async ({ actor, params }) => ({ runs: await copies.runs(actor, params.id) }),
  });
}
