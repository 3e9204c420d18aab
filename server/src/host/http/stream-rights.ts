import type { Route } from '@rise/contract';
import type { Actor } from '../../kernel/actor.ts';
import { UserError } from '../../kernel/errors/user-error.ts';

/** How long a stream goes on before its reader's rights are checked again. */
export const RIGHTS_MS = 2000;

/** Whether a stream that was opened by `before` would now be the same one. */
function mayGoOn({ permission }: Route, before: Actor, now: Actor | null): boolean {
  const rightsOf = ({ accountId, tenantId, sessionId, roles, groups, attributes }: Actor) =>
    JSON.stringify([accountId, tenantId, sessionId, roles, groups, attributes]);
  if (now === null || rightsOf(now) !== rightsOf(before)) return false;
  return permission === 'public' || permission === 'signed-in' || now.permissions.has(permission);
}

/**
 * Returns what a stream calls between its parts. It throws UNAUTHENTICATED once the reader was disabled, signed out or
 * has other rights, and what the look-up throws: without the database nobody's rights are known, and rows are not sent.
 */
export function rightsCheck(
  route: Route,
  before: Actor,
  currentBearer: () => Promise<Actor | null>,
  everyMs = RIGHTS_MS,
): () => Promise<void> {
  let checkedAt = performance.now();
  return async () => {
    if (performance.now() - checkedAt < everyMs) return;
    if (!mayGoOn(route, before, await currentBearer())) throw new UserError('UNAUTHENTICATED');
    checkedAt = performance.now();
  };
}
