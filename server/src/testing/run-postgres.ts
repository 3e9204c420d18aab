import { once } from 'node:events';
import { startEmbeddedPostgres } from '../host/postgres/embedded-postgres.ts';

/** Runs the embedded PostgreSQL in the folder given as argument, prints its URL, and stops it on SIGTERM. */
const passwords = { superuser: 'superuser', owner: 'owner', application: 'application' };
const postgres = await startEmbeddedPostgres({ directory: process.argv[2]!, passwords, durable: false });
const alive = setInterval(() => {}, 1000);
process.stdout.write(`running ${postgres.url}\n`);
await once(process, 'SIGTERM');
await postgres.stop();
clearInterval(alive);
process.stdout.write('stopped\n');
