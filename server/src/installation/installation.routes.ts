import { handlers } from '../kernel/api/api.ts';
import type { Database } from '../kernel/database/database.ts';

export function installationHandlers({ readOnly }: { readonly readOnly: () => Database['readOnly'] }) {
  return handlers({
    'GET /api/v1/installation': async () => {
      const state = readOnly();
      return { readOnly: state && { since: state.since.toISOString(), reason: state.reason } };
    },
  });
}
