import { readSetup } from './fork-process.ts';
import type { FromReader, ReaderSetup, ToReader } from './messages.ts';
import { RequestHandler } from './request-handler.ts';
import { startWatchdog } from './watchdog.ts';

/**
 * Entry point of a reader: it opens one version file read-only, has access to nothing else, and exits with its parent.
 */

const setup = readSetup() as ReaderSetup;
const send = (message: FromReader) => process.send?.(message);

/** Memory of Node and DuckDB beyond DuckDB's own limit. */
const RSS_ALLOWANCE_MB = 400;

process.on('SIGINT', () => undefined);
startWatchdog({
  limitMb: setup.memoryMb + RSS_ALLOWANCE_MB,
  // A single function's allocations are not covered by DuckDB's limit, so sandboxes are checked more often.
  everyMs: setup.sandbox ? 25 : 100,
});

try {
  const handler = await RequestHandler.open(setup, send);
  process.on('message', (message: ToReader) => handler.handle(message));
  send({ ready: true });
} catch (error) {
  send({ refused: error instanceof Error ? error.message : String(error) });
  process.disconnect();
}
