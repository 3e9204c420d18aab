import { handlers } from '../kernel/api/api.ts';
import type { SearchService } from './search.service.ts';

export function searchHandlers(search: SearchService) {
  return handlers({
    'POST /api/common/search': ({ actor, body, language }) => search.find(actor, body.query, language),
  });
}
