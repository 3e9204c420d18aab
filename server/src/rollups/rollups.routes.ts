import { handlers } from '../kernel/api/api.ts';
import type { RollupService } from './rollups.service.ts';

export function rollupHandlers(rollups: RollupService) {
  return handlers({
    'GET /api/v1/model/suggested-rollups': ({ actor }) => rollups.suggestions(actor),
  });
}
