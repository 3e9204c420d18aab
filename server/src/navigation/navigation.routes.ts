import type { Actor } from '../kernel/actor.ts';
import { handlers } from '../kernel/api/api.ts';
import { menusFor, sectionsWith, type Features } from './navigation.rules.ts';

/** `featuresOf` says what an actor has in the tenant that they are in. */
export function navigationHandlers(featuresOf: (actor: Actor) => Promise<Features>) {
  return handlers({
    'GET /api/common/navigation': async ({ actor, language }) =>
      menusFor(actor, language, sectionsWith(await featuresOf(actor))),
  });
}
