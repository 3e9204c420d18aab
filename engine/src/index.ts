export { JsonWriter } from './results/json-writer.ts';
export { resultJson, toQueryResult } from './results/query-result.ts';
export type { ResultText } from './results/query-result.ts';
export type { BodyText } from './results/result-limit.ts';
export { Engine } from './engine.ts';
export type { ObservedQuery, ObserveQuery } from './services/observed-query.ts';
export { reassignTenant } from './warehouses/embedded/reassign-tenant.ts';
export type { EngineOptions } from './engine.ts';
export type { QueryRequest } from './requests/query-request.ts';
export type { StatementReads } from './services/ad-hoc-sql-service.ts';
export type { CodeValue } from './services/code-values-service.ts';
export type { UnmappedRows } from './services/unmapped-service.ts';
export { encodeResult } from './stream/encode-result.ts';
export { WorkbookWriter } from './stream/workbook-writer.ts';
export type { SheetCell, SheetScale } from './stream/workbook-writer.ts';
export type { CompleteRows } from './stream/encode-result.ts';
export type { ArrowFormat, ResultStream, StreamEnd, StreamFormat, StreamParts } from './stream/stream-request.ts';
export {
  EngineBusy,
  FigureOverflow,
  LoadError,
  ModelError,
  QueryError,
  QueryTimeout,
  RejectLimitExceeded,
  StreamStalled,
  WarehouseUnavailable,
} from './errors.ts';
export type { ModelIssue } from './errors.ts';
export { bindReport } from './expression/bind-report.ts';
export { formulaOf } from './explain/formula.ts';
export { measuresBehind } from './explain/lineage.ts';
export { queriesBehind } from './explain/queries-behind.ts';
export { hiddenFields } from './explain/hidden-fields.ts';
export { daysOf } from './plan/calendar.ts';
export { restrictionsOn } from './explain/restrictions.ts';
export { checkCatalog } from './checks/catalog.ts';
export { schemaIssues, schemaMessage } from './yaml/schema-messages.ts';
export { suggestName } from './expression/suggest-name.ts';
export { comparedBy } from './model/entity.ts';
export { countedOnce } from './model/row-grain.ts';
export { checkKeys } from './checks/keys.ts';
export type { RepeatedKey } from './model/joins.ts';
export type { Catalog } from './model/catalog.ts';
export { compileModel } from './checks/compile-model.ts';
export type { CompiledDataset, CompiledModel } from './model/compiled-model.ts';
export { checkAlternatives } from './checks/alternatives.ts';
export { checkReport } from './checks/report.ts';
export { namesInFilter, namesInTile } from './checks/report-tiles.ts';
export { diffModels } from './documents/diff-models.ts';
export { ModelReader } from './documents/model-reader.ts';
export { parseModel, parseReport, readModel } from './documents/read-model.ts';
export type { ReportBasis, ReportFile } from './documents/report-file.ts';
export { readReportFile } from './documents/report-file.ts';
export { writeReportFile } from './documents/write-report.ts';
export type { ExchangeNote } from './ossie/ossie-document.ts';
export { readOssie } from './ossie/read-ossie.ts';
export { writeOssie } from './ossie/write-ossie.ts';
export { parameterUsage } from './explain/parameter-usage.ts';
export type { ParameterUsage } from './explain/parameter-usage.ts';
export { affectedMeasures } from './services/impact-service.ts';
export type { AffectedMeasure } from './services/impact-service.ts';
export { add as addDecimals, plainDecimal } from './plan/exact-decimal.ts';
export { parameterRows } from './plan/parameter-rows.ts';
export { parameterIssue, spansOfSetting, valueOn } from './model/parameter-value.ts';
export type { ParameterSetting } from './model/parameter-value.ts';
export { reportedIn } from './model/amounts.ts';
export { drillDown, levelPaths, memberFilter } from './planner/drill-down.ts';
export { figureFormatOf } from './planner/measures/queried-model.ts';
export { fieldsIn, fieldsOfFunnel } from './planner/fields/fields-in.ts';
export {
  customFilters,
  customMeasuresBehind,
  measuresOfModel,
  modelMeasures,
  withCustomMeasures,
} from './planner/measures/custom-measures.ts';
export type { ReaderOf, Scope } from './plan/scope.ts';
export type { LoadedVersion, LoadOptions } from './warehouses/embedded/load-version.ts';
export { shapeOf } from './rollups/suggestions/query-shape.ts';
export type { QueryShape } from './rollups/suggestions/query-shape.ts';
export type { RecordedShape, SuggestedRollup } from './rollups/suggestions/suggest.ts';
export type { BuiltRollup } from './rollups/rollup.ts';
export type { Segment, Segments } from './warehouses/embedded/segments.ts';
export type {
  InspectedFile,
  LoadedTable,
  LoadProgress,
  LoadTable,
  MergeMode,
  TableTotals,
} from './warehouses/embedded/messages.ts';
export type { RejectedRow, RejectSummary } from './warehouses/embedded/rejected-rows.ts';
export { REJECT_LIMIT } from './warehouses/embedded/load-version.ts';
export { rejectsPath } from './warehouses/embedded/rejects-file.ts';
export { HOST_REFUSED } from './warehouses/servers/connection-issue.ts';
export { GuardedHttpAgent, GuardedHttpsAgent } from './warehouses/servers/guarded-agent.ts';
export type { ParameterTarget } from './services/parameter-table-service.ts';
export type { ClickhouseSettings, PostgresSettings, ServerSettings } from './warehouses/servers/server-settings.ts';
export type { WarehouseVersion } from './warehouses/warehouses.ts';
export { boundsOfTest, isRestrictedTest, judgeFigure, queryOfTest } from './checks/model-tests.ts';
export { withCoverage } from './model/compiled-model.ts';
export type { Coverage } from './model/coverage.ts';
export type { MappedCode, Mappings } from './plan/mappings.ts';
export { mappedFields } from './planner/unmapped.ts';
export type { MappedField } from './planner/unmapped.ts';
export { typeOf as columnTypeOf } from './files/cast-column.ts';
export { widerType } from './warehouses/embedded/united-columns.ts';
export { FileError } from './files/file-error.ts';
export type { FileErrorCode } from './files/file-error.ts';
export { kindOf, requireText } from './files/kind-of.ts';
export type { FileKind } from './files/kind-of.ts';
export { textStream } from './files/text-stream.ts';
export type { BrowsedColumn, BrowsedTable } from './tables/browsed-table.ts';
export type { KnownProfile, KnownProfiles } from './generate/profile.ts';
export { contentOf } from './tables/browsed-table.ts';
export { columnUses, tableLinks } from './tables/column-uses.ts';
export type { ColumnUse, TableLink } from './tables/column-uses.ts';
export { unsummedColumns } from './tables/unsummed-columns.ts';
export type { ExportFormat } from './tables/export.ts';
export type { BrowsedRows, TableReader } from './services/table-service.ts';
export type { JoinMatches, MeasuredJoin } from './services/join-service.ts';
