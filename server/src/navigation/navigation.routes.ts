import { handlers } from '../kernel/api/api.ts';
import { menusFor, type Section } from './navigation.rules.ts';

export function navigationHandlers(sections: readonly Section[]) {
  return handlers({
    'GET /api/common/navigation': async ({ actor, language }) => menusFor(actor.permissions, language, sections),
  });
}
