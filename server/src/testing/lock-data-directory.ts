import { openDataDirectory } from '../host/data-directory/data-directory.ts';

/** Locks the data directory in its argument until it is killed. */
await openDataDirectory(process.argv[2]!);
setInterval(() => {}, 1000);
process.stdout.write('held\n');
