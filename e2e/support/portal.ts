import { fileURLToPath } from 'node:url';

/**
 * Each worker of Playwright is a process with a portal of its own, so that several run side by side: its own port, data
 * directory and mail port.
 */
const WORKER = Number(process.env['TEST_PARALLEL_INDEX'] ?? 0);
/** The first of the ports of all workers, two for each; not those of a developer's portal. */
const FIRST_PORT = Number(process.env['RISE_TEST_PORT'] ?? 18_080);

export const PORT = FIRST_PORT + 2 * WORKER;
export const URL = `http://127.0.0.1:${PORT}`;
/** Where the portal delivers its mail; a sink listens there while a journey holds it open. */
export const MAIL_PORT = PORT + 1;
/** Recipients of contact messages. */
export const OPERATORS = 'operators@rise.example';

/** Data directories of all workers' portals. */
export const ALL_DATA = fileURLToPath(new globalThis.URL('../../.test/data', import.meta.url));
/** The data directory of this worker's portal. */
export const DATA = `${ALL_DATA}/${WORKER}`;

export const PASSWORD = 'rise-demo';
/** The identities of the embedded provider. */
export const PEOPLE = {
  globalAdmin: 'global.admin@rise.example',
  globalSupport: 'global.support@rise.example',
  alderAdmin: 'admin@alder.example',
  alderAnalyst: 'analyst@alder.example',
  birchAdmin: 'admin@birch.example',
  birchAnalyst: 'analyst@birch.example',
} as const;
