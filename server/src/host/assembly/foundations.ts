import type { Engine } from '@rise/engine';
import type { Database } from '../../kernel/database/database.ts';
import type { WarehouseService } from '../../warehouse/warehouse.service.ts';

/** What most slices need. */
export interface Foundations {
  readonly database: Database;
  readonly engine: Engine;
  readonly warehouses: WarehouseService;
}
