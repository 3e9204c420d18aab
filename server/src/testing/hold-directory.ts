import { openDataDirectory } from '../host/data-directory.ts';

/** Opens the data directory that is its argument and keeps it until it is killed. */
await openDataDirectory(process.argv[2]!);
setInterval(() => {}, 1000);
process.stdout.write('held\n');
