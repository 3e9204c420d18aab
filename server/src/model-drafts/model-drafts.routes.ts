import { handlers } from '../kernel/api/api.ts';
import { scopeOf } from '../query/query.service.ts';
import type { ViewAsService } from '../query/view-as.service.ts';
import type { DatasetGeneratorService } from './dataset-generator.service.ts';
import type { DraftImpactService } from './draft-impact.service.ts';
import type { DraftJoinsService } from './draft-joins.service.ts';
import type { ModelDraftService } from './model-drafts.service.ts';
import type { ModelExchangeService } from './model-exchange.service.ts';

export interface ModelDraftServices {
  readonly drafts: ModelDraftService;
  readonly impact: DraftImpactService;
  readonly joins: DraftJoinsService;
  readonly generator: DatasetGeneratorService;
  readonly exchange: ModelExchangeService;
  readonly viewAs: ViewAsService;
}

export function modelDraftHandlers({ drafts, impact, joins, generator, exchange, viewAs }: ModelDraftServices) {
  return handlers({
    'GET /api/v1/model/draft': async ({ actor }) => ({ draft: await drafts.read(actor) }),
    'PUT /api/v1/model/draft': async ({ actor, body }) => ({ draft: await drafts.save(actor, body) }),
    'POST /api/v1/model/draft/discard': async ({ actor, body: { revision } }) => ({
      draft: await drafts.discard(actor, revision),
    }),
    'POST /api/v1/model/draft/check': ({ actor, body: { document } }) => drafts.check(actor, document),
    'POST /api/v1/model/draft/impact': ({ actor, body: { document }, signal }) =>
      impact.compare(actor, { document, scope: scopeOf(actor), signal }),
    'POST /api/v1/model/draft/query': async ({ actor, body: { document, query, viewAs: reader }, signal }) =>
      drafts.query(actor, { document, query, scope: (await viewAs.resolve(actor, reader)).scope }, signal),
    'POST /api/v1/model/draft/joins': ({ actor, body: { document }, signal }) => joins.measure(actor, document, signal),
    'GET /api/v1/model/tables': async ({ actor }) => ({ tables: await generator.tables(actor) }),
    'POST /api/v1/model/profile': ({ actor, body: { table }, signal }) => generator.profile(actor, table, signal),
    'POST /api/v1/model/generate': ({ actor, body: { tables } }) => generator.generate(actor, tables),
    'POST /api/v1/model/exchange/read': ({ body: { text, file } }) => exchange.read(text, file),
    'POST /api/v1/model/exchange/write': ({ actor, body: { document } }) => exchange.write(actor, document),
  });
}
