import { handlers } from '../kernel/api/api.ts';
import type { SessionService } from './sessions.service.ts';

export function sessionHandlers(sessions: SessionService) {
  return handlers({
    'GET /api/v1/session': async ({ actor, setCookie }) => {
      const session = await sessions.session(actor);
      if (actor.sessionId !== null) setCookie(sessions.appearanceCookie(session));
      return session;
    },
    'PUT /api/v1/session/tenant': async ({ actor, body, setCookie }) => {
      const session = await sessions.enterTenant(actor, body.tenantId);
      if (actor.sessionId !== null) setCookie(sessions.appearanceCookie(session));
      return session;
    },
    'GET /api/v1/account/sessions': async ({ actor }) => ({ sessions: await sessions.list(actor) }),
    'DELETE /api/v1/account/sessions/:id': async ({ actor, params }) => {
      await sessions.revoke(actor, params.id);
      return { ended: true as const };
    },
    'POST /api/v1/account/sessions/end-others': async ({ actor }) => ({ ended: await sessions.revokeOthers(actor) }),
    'PATCH /api/v1/account': async ({ actor, body, setCookie }) => {
      const session = await sessions.changeAccount(actor, body);
      if (actor.sessionId !== null) setCookie(sessions.appearanceCookie(session));
      return session;
    },
  });
}
