import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MIGRATIONS } from '../host/config/paths.ts';
import { schemaSnapshot } from '../kernel/database/schema-snapshot.ts';
import { startTestPostgres } from './postgres.ts';

const directory = await mkdtemp(join(tmpdir(), 'rise-schema-'));
const postgres = await startTestPostgres(directory);
try {
  await writeFile(join(MIGRATIONS, 'schema.sql'), await schemaSnapshot(postgres.ownerUrl));
} finally {
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}
