import { handlers } from '../kernel/api/api.ts';
import { menusFor } from './navigation.rules.ts';

export function navigationHandlers() {
  return handlers({
    'GET /api/common/navigation': async ({ actor, language }) => menusFor(actor.permissions, language),
  });
}
