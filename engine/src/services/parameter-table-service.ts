import type { LookupFunction } from 'node:net';
import type { ParameterRow } from '../plan/parameter-rows.ts';
import type { ParameterWrite } from '../warehouses/parameter-tables/parameter-table.ts';
import { writeClickhouse } from '../warehouses/parameter-tables/write-clickhouse.ts';
import { writePostgres } from '../warehouses/parameter-tables/write-postgres.ts';
import { writeSnowflake } from '../warehouses/parameter-tables/write-snowflake.ts';
import { writeTrino } from '../warehouses/parameter-tables/write-trino.ts';
import type { SettingsIssue } from '../warehouses/servers/server-driver.ts';
import type { DriverOptions } from '../warehouses/servers/server-settings.ts';

/** A table of a server with the parameters of tenants, and whose rows are one tenant's. */
export type ParameterTarget = Omit<ParameterWrite, 'rows' | 'dryRun'>;

const SAMPLE: ParameterRow = {
  name: 'rise_test',
  type: 'number',
  value: '0.5',
  number: '0.5',
  day: '2000-01-01',
  valid_from: '2000-01-01',
  valid_until: '2000-12-31',
  is_current: true,
};

/** Writes tenants' parameters into tables of servers, over connections of their own that are closed afterwards. */
export class ParameterTableService {
  readonly #options: DriverOptions;

  constructor(options: { deadlineMs: number; lookup: LookupFunction | undefined }) {
    this.#options = options;
  }

  /** Finds out whether the table could be written; nothing is changed. */
  examine(target: ParameterTarget): Promise<SettingsIssue | null> {
    return this.#write({ ...target, rows: [SAMPLE], dryRun: true });
  }

  /** Replaces the tenant's rows; may be repeated. An issue with the reason and the remedy, or null. */
  write(target: ParameterTarget, rows: readonly ParameterRow[]): Promise<SettingsIssue | null> {
    return this.#write({ ...target, rows, dryRun: false });
  }

  #write({ server, ...write }: ParameterWrite): Promise<SettingsIssue | null> {
    switch (server.engine) {
      case 'clickhouse':
        return writeClickhouse({ ...write, server }, this.#options);
      case 'postgres':
        return writePostgres({ ...write, server }, this.#options);
      case 'snowflake':
        return writeSnowflake({ ...write, server }, this.#options);
      case 'trino':
        return writeTrino({ ...write, server }, this.#options);
    }
  }
}
