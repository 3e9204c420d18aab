import { handlers } from '../kernel/api/api.ts';
import type { UnmappedCodesService } from './unmapped-codes.service.ts';

export function unmappedCodesHandlers(unmappedCodes: UnmappedCodesService) {
  return handlers({
    'GET /api/v1/configuration': ({ actor, query, signal }) => unmappedCodes.list(actor, query.type, signal),
  });
}
