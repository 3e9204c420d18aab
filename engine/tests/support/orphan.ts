import { Readers } from '../../src/warehouses/embedded/readers.ts';

/** A host that opens a reader, prints its process id, and is then killed by the test. */
const readers = new Readers({ maxProcesses: 1, memoryMb: 128, deadlineMs: 60_000, threads: 1 });
await readers.query(process.argv[2]!, [{ sql: 'SELECT 1', parameters: [], types: ['integer'], limit: null }]);
process.stdout.write(`${readers.stats().processes[0]!.pid}\n`);
setInterval(() => undefined, 1000);
