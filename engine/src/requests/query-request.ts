import type { SemanticQuery } from '@rise/contract';
import type { CompiledModel } from '../model/compiled-model.ts';
import type { Scope } from '../plan/scope.ts';
import type { WarehouseVersion } from '../warehouses/warehouses.ts';

/** The model, version and reader that a query runs with. */
export interface QueryContext {
  model: CompiledModel;
  version: WarehouseVersion;
  scope: Scope;
  signal?: AbortSignal;
}

export interface QueryRequest extends QueryContext {
  query: SemanticQuery;
}
