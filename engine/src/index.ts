export { answerJson, toQueryResult } from './answer.ts';
export type { AnswerMeta, AnswerText } from './answer.ts';
export { createEngine } from './engine.ts';
export type { AnswerStream, Engine, EngineOptions, Question, UnlabelledRows } from './engine-interface.ts';
export type { StreamEnd, StreamFormat, StreamParts } from './stream/stream-request.ts';
export {
  EngineBusy,
  LoadError,
  ModelError,
  QueryError,
  QueryTimeout,
  StreamStalled,
  WarehouseUnavailable,
} from './errors.ts';
export type { ModelProblem } from './errors.ts';
export type { Restriction, SqlAnswer, SqlQuestion } from './gate/sql-desk.ts';
export { measuresBehind } from './lineage.ts';
export { checkCatalogue } from './model/check-catalogue.ts';
export { checkJoins } from './model/check-joins.ts';
export type { RepeatedKey } from './model/check-joins.ts';
export type { Catalogue } from './model/catalogue.ts';
export { compileModel } from './model/compile-model.ts';
export type { CompiledDataset, CompiledModel } from './model/compile-model.ts';
export { checkReport } from './model/check-report.ts';
export { diffModels } from './model/diff-models.ts';
export { extendedTemplate, parseModel, parseReport, readModel } from './model/parse-model.ts';
export type { ModelSource } from './model/parse-model.ts';
export { parameterFault } from './model/parameter-value.ts';
export { drillDown } from './plan/drill-down.ts';
export type { ReaderOf, RowRule, Scope } from './plan/scope.ts';
export type { LoadedVersion, LoadOptions } from './warehouses/load-version.ts';
export { shapeOf } from './rollups/query-shape.ts';
export type { QueryShape } from './rollups/query-shape.ts';
export type { AskedShape, SuggestedRollup } from './rollups/suggest-rollups.ts';
export type { BuiltRollup } from './rollups/rollup.ts';
export type { LoadedRollup, LoadedTable, LoadRollup, LoadTable } from './warehouses/messages.ts';
export { HOST_REFUSED } from './warehouses/connection-problem.ts';
export type { SettingsProblem } from './warehouses/server-driver.ts';
export type { ClickhouseSettings, PostgresSettings, ServerSettings } from './warehouses/server-settings.ts';
export type { WarehouseVersion } from './warehouses/warehouses.ts';
export type { MappedCode, Mappings } from './plan/mapped.ts';
export { codedFields } from './plan/plan-unlabelled.ts';
export type { CodedField } from './plan/plan-unlabelled.ts';
