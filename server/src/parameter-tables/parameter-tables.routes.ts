import { handlers } from '../kernel/api/api.ts';
import type { ParameterTableStates } from './parameter-tables.service.ts';

export function parameterTableHandlers(tables: ParameterTableStates) {
  return handlers({
    'GET /api/v1/parameters/table': async ({ actor }) => ({ table: await tables.read(actor) }),
    'POST /api/v1/parameters/table/write': async ({ actor }) => ({ table: await tables.write(actor) }),
  });
}
