import { handlers } from '../kernel/api/api.ts';
import type { ShortcutService } from './shortcuts.service.ts';

export function shortcutHandlers(shortcuts: ShortcutService) {
  return handlers({
    'GET /api/common/shortcuts': ({ actor }) => shortcuts.list(actor),
    'POST /api/common/shortcuts': ({ actor, body }) => shortcuts.add(actor, body.shortcut),
    'PATCH /api/common/shortcuts': ({ actor, body }) => shortcuts.change(actor, body.id, body.shortcut),
    'DELETE /api/common/shortcuts': ({ actor, query }) => shortcuts.remove(actor, query.id),
  });
}
