import { basename, dirname } from 'node:path';
import type { CompiledModel } from '../model/compiled-model.ts';
import type { Rollups } from '../rollups/ready-rollups.ts';
import type { RollupScope, LoadRollup } from '../rollups/rollup.ts';
import { suggestRollups } from '../rollups/suggestions/suggest.ts';
import type { RecordedShape, SuggestedRollup } from '../rollups/suggestions/suggest.ts';
import { rollupSizeSql } from '../rollups/rollup-sql.ts';
import type { LoadedRollup } from '../warehouses/embedded/messages.ts';
import { loadVersion } from '../warehouses/embedded/load-version.ts';
import { rowFilesOf } from '../warehouses/warehouses.ts';
import type { FileVersion, Warehouses, WarehouseVersion } from '../warehouses/warehouses.ts';

interface BuildRequest {
  model: CompiledModel;
  version: FileVersion;
  scope: RollupScope;
  target: string;
  signal?: AbortSignal;
}

interface SuggestRequest {
  model: CompiledModel;
  version: WarehouseVersion;
  scope: RollupScope;
  shapes: readonly RecordedShape[];
}

/** Builds and suggests rollups. */
export class RollupService {
  readonly #rollups: Rollups;
  readonly #warehouses: Warehouses;
  readonly #loaderEntry: string | undefined;

  constructor(options: { rollups: Rollups; warehouses: Warehouses; loaderEntry: string | undefined }) {
    this.#rollups = options.rollups;
    this.#warehouses = options.warehouses;
    this.#loaderEntry = options.loaderEntry;
  }

  /** What a load builds besides the tables: the rollups that the model declares. */
  toLoad(model: CompiledModel, scope: RollupScope): LoadRollup[] {
    return this.#rollups.toLoad(model, scope);
  }

  /** Whether the active model declares rollups that could be built and that a version lacks. */
  anyMissing(model: CompiledModel, scope: RollupScope, version: WarehouseVersion): boolean {
    return this.#rollups.missing(model, scope, version).length > 0;
  }

  /**
   * Builds the missing rollups of a model into a file next to the version's, and returns all rollups the version then
   * has. The version's own file is unchanged. A rollup that cannot be built is returned as an issue. Throws
   * `LoadError`.
   */
  async build({ model, version, scope, target, signal }: BuildRequest): Promise<LoadedRollup[]> {
    const { rollups } = await loadVersion({
      sourceDir: dirname(target),
      tables: [],
      sortKey: '',
      tenant: scope.tenant,
      rollups: this.#rollups.missing(model, scope, version),
      over: rowFilesOf(version),
      target,
      ...(signal && { signal }),
      ...(this.#loaderEntry !== undefined && { entry: this.#loaderEntry }),
    });
    return rollups.map((rollup) => ('hash' in rollup ? { ...rollup, beside: basename(target) } : rollup));
  }

  /**
   * Rollups that would have served the recorded queries, best first, with the number of rows they would have in this
   * version. None for external warehouses, where nothing is built.
   */
  async suggest({ model, version, scope, shapes }: SuggestRequest): Promise<SuggestedRollup[]> {
    if (!('file' in version)) return [];
    const warehouse = this.#warehouses.of(version, scope.tenant);
    return suggestRollups(model, scope, shapes, async (plan) => {
      const statement = rollupSizeSql(plan, warehouse.dialect);
      const [counts] = await warehouse.query([{ ...statement, types: ['integer', 'integer'], limit: null }]);
      const [rows, all] = (JSON.parse(counts!.rows) as [number, number][])[0]!;
      return { rows, all };
    });
  }
}
