import { handlers } from '../kernel/api/api.ts';
import type { SearchAdministrationService } from './search-administration.service.ts';
import type { SearchLog } from './search-log.service.ts';
import type { SearchTrialService } from './search-trial.service.ts';
import type { SearchService } from './search.service.ts';

export interface SearchSlice {
  readonly search: SearchService;
  readonly searchLog: SearchLog;
  readonly administration: SearchAdministrationService;
  readonly trial: SearchTrialService;
}

export function searchHandlers({ search, searchLog, administration, trial }: SearchSlice) {
  return handlers({
    'POST /api/common/search': ({ actor, body, language }) => search.find(actor, body.query, language),
    'POST /api/common/search/outcome': async ({ actor, body, language }) => {
      await searchLog.report(actor, body, language);
      return null;
    },
    'GET /api/v1/global/search/index': ({ actor }) => administration.readIndex(actor),
    'POST /api/v1/global/search/rebuilds': ({ actor }) => administration.startRebuild(actor),
    'POST /api/v1/global/search/rebuilds/:id/cancel': ({ actor, params }) =>
      administration.cancelRebuild(actor, params.id),
    'GET /api/v1/global/search/synonyms': ({ actor, query }) => administration.listSynonyms(actor, query),
    'POST /api/v1/global/search/synonyms': ({ actor, body }) => administration.addSynonym(actor, body),
    'PUT /api/v1/global/search/synonyms/:id': ({ actor, params, body }) =>
      administration.changeSynonym(actor, params.id, body),
    'DELETE /api/v1/global/search/synonyms/:id': ({ actor, params }) => administration.removeSynonym(actor, params.id),
    'GET /api/v1/global/search/curation': ({ actor, language }) => administration.readCuration(actor, language),
    'POST /api/v1/global/search/pins': ({ actor, body, language }) => administration.pin(actor, body, language),
    'DELETE /api/v1/global/search/pins/:id': ({ actor, params, language }) =>
      administration.unpin(actor, params.id, language),
    'POST /api/v1/global/search/hidden': ({ actor, body, language }) => administration.hide(actor, body, language),
    'DELETE /api/v1/global/search/hidden/:id': ({ actor, params, language }) =>
      administration.unhide(actor, params.id, language),
    'GET /api/v1/global/search/log': ({ actor, query }) => searchLog.list(actor, query.of, query.page),
    'POST /api/v1/global/search/trial': ({ actor, body }) => trial.run(actor, body),
  });
}
