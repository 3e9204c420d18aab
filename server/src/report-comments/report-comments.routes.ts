import { handlers } from '../kernel/api/api.ts';
import type { ReportCommentService } from './report-comments.service.ts';

export function reportCommentHandlers(comments: ReportCommentService) {
  return handlers({
    'GET /api/v1/reports/:id/comments': async ({ actor, params }) => ({
      threads: await comments.list(actor, params.id),
    }),
    'GET /api/v1/reports/:id/comments/people': async ({ actor, params }) => ({
      people: await comments.people(actor, params.id),
    }),
    'POST /api/v1/reports/:id/comments': ({ actor, params, body }) => comments.start(actor, params.id, body),
    'POST /api/v1/reports/:id/comments/:thread/replies': ({ actor, params, body }) =>
      comments.reply(actor, params, body),
    'PATCH /api/v1/reports/:id/comments/:thread/replies/:comment': ({ actor, params, body }) =>
      comments.edit(actor, params, body),
    'DELETE /api/v1/reports/:id/comments/:thread/replies/:comment': async ({ actor, params }) => ({
      thread: await comments.delete(actor, params),
    }),
    'POST /api/v1/reports/:id/comments/:thread/resolve': ({ actor, params }) =>
      comments.setResolved(actor, params, true),
    'POST /api/v1/reports/:id/comments/:thread/reopen': ({ actor, params }) =>
      comments.setResolved(actor, params, false),
  });
}
