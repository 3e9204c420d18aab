import { CodeTypeService } from '../../configuration/code-types.service.ts';
import { codeTypeHandlers } from '../../configuration/configuration.routes.ts';
import { DatasetGeneratorService } from '../../model-drafts/dataset-generator.service.ts';
import { DraftImpactService } from '../../model-drafts/draft-impact.service.ts';
import { DraftJoinsService } from '../../model-drafts/draft-joins.service.ts';
import { modelDraftHandlers } from '../../model-drafts/model-drafts.routes.ts';
import { ModelDraftService } from '../../model-drafts/model-drafts.service.ts';
import { ModelExchangeService } from '../../model-drafts/model-exchange.service.ts';
import { ModelCheckService } from '../../models/model-check.service.ts';
import { modelHandlers } from '../../models/models.routes.ts';
import type { ModelService } from '../../models/models.service.ts';
import type { ViewAsService } from '../../query/view-as.service.ts';
import type { Foundations } from './foundations.ts';

/** Models, their drafts, and what drafts change. */
export function modelingHandlers(services: Foundations & { models: ModelService; viewAs: ViewAsService }) {
  const { models, viewAs, warehouses } = services;
  const drafts = new ModelDraftService(services);
  return [
    modelHandlers(models, new ModelCheckService(services)),
    codeTypeHandlers(new CodeTypeService({ models, drafts, warehouses })),
    modelDraftHandlers({
      drafts,
      impact: new DraftImpactService(services),
      joins: new DraftJoinsService(services),
      generator: new DatasetGeneratorService(services),
      exchange: new ModelExchangeService({ models, reader: services.engine.models }),
      viewAs,
    }),
  ];
}
