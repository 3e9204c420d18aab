import { join } from 'node:path';
import { Engine } from '@rise/engine';
import type { LoadedVersion } from '@rise/engine';
import { SAMPLES } from '../host/config/paths.ts';

/** Those that the model of the sample needs. */
const TABLES = 'acctdesc foicu fs220 fs220a fs220b fs220h fs220l fs220n fs220p fs220q fs220r'.split(' ');

/** Loads the call report's tables as version 1 of the tenant `alder` into a folder. */
export async function loadCallReport(folder: string): Promise<LoadedVersion> {
  const sourceDir = join(SAMPLES, 'ncua-2025q4');
  const engine = new Engine();
  try {
    return await engine.versions.load({
      sourceDir,
      tables: TABLES.map((table) => ({ table, file: `${table}.parquet` })),
      tenant: 'alder',
      sortKey: 'CU_NUMBER',
      asOf: { table: 'foicu', column: 'CYCLE_DATE' },
      target: join(folder, '1.duckdb'),
    });
  } finally {
    await engine.close();
  }
}
