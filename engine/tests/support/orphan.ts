import { forkProcess } from '../../src/warehouses/embedded/fork-process.ts';
import { Readers } from '../../src/warehouses/embedded/readers.ts';
import { LOADER_ENTRY } from './built-entries.ts';

/**
 * A host that starts a busy child process (a reader by default; with the argument `load` a load), prints its process
 * id, and is then killed by the test.
 */
const [file, folder] = process.argv.slice(2);
/** Takes minutes. */
const ENDLESS = 'SELECT count(*) AS n FROM range(10000000) a, range(10000000) b WHERE a.range + b.range = 7';

async function startReader(): Promise<number> {
  const readers = new Readers({ maxProcesses: 1, memoryMb: 128, deadlineMs: 600_000, threads: 1 });
  const select = (sql: string) => [{ sql, parameters: [], types: ['integer' as const], limit: null }];
  await readers.query(file!, select('SELECT 1'));
  void readers.query(file!, select(ENDLESS));
  return readers.stats().processes[0]!.pid!;
}

function startLoad(): number {
  const setup = {
    sourceDir: folder,
    tables: [{ table: 't', select: ENDLESS, rows: 1 }],
    tenant: 'a',
    tenantType: 'VARCHAR',
    sortKey: 'n',
    asOf: null,
    rollups: [],
    over: null,
    target: `${folder}/2.duckdb`,
  };
  return forkProcess({ entry: LOADER_ENTRY, setup, heapMb: 256 }).pid!;
}

const pid = folder === undefined ? await startReader() : startLoad();
process.stdout.write(`${pid}\n`);
setInterval(() => undefined, 1000);
