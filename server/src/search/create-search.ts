import type { Logger } from 'pino';
import type { Database } from '../kernel/database/database.ts';
import { Finder, type SearchSources } from './finder.ts';
import { SearchAdministrationService } from './search-administration.service.ts';
import type { Indexed } from './search-index.service.ts';
import { SearchLog } from './search-log.service.ts';
import { SearchRebuilder } from './search-rebuild.service.ts';
import { SearchRuleStore } from './search-rules.service.ts';
import { SearchTrialService } from './search-trial.service.ts';
import { searchHandlers } from './search.routes.ts';
import { SearchService } from './search.service.ts';

export interface SearchOptions {
  readonly database: Database;
  readonly log: Logger;
  readonly sources: SearchSources;
  /** Those that have entries of tenants. */
  readonly slices: readonly Indexed[];
}

/** The search, and what administers it. */
export function createSearch({ database, log, sources, slices }: SearchOptions) {
  const rules = new SearchRuleStore({ database });
  const finder = new Finder({ database, sources });
  const searchLog = new SearchLog({ database, finder, rules });
  const rebuilder = new SearchRebuilder({ database, slices, searchLog, log });
  const handlers = searchHandlers({
    search: new SearchService({ finder, rules }),
    searchLog,
    administration: new SearchAdministrationService({ database, finder, sources, rebuilder }),
    trial: new SearchTrialService({ database, finder, rules }),
  });
  return { handlers, rebuilder, rules };
}
