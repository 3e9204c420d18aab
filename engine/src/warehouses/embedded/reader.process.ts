import type { FromReader, ReaderSetup, ToReader } from './messages.ts';
import { RequestHandler } from './request-handler.ts';

/**
 * Entry point of a reader: it opens one version file read-only, has access to nothing else, and exits with its parent.
 */

const setup = JSON.parse(process.argv[2]!) as ReaderSetup;
const send = (message: FromReader) => process.send?.(message);

/** Memory of Node and DuckDB beyond DuckDB's own limit. */
const RSS_ALLOWANCE_MB = 400;
/** A single function's allocations are not covered by DuckDB's limit, so sandboxes are checked more often. */
const WATCH_MS = setup.sandbox ? 25 : 250;

process.on('disconnect', () => process.exit(0));
process.on('SIGINT', () => undefined);
setInterval(() => {
  if (process.memoryUsage.rss() > (setup.memoryMb + RSS_ALLOWANCE_MB) * 1024 * 1024) process.exit(137);
}, WATCH_MS).unref();

try {
  const handler = await RequestHandler.open(setup, send);
  process.on('message', (message: ToReader) => handler.handle(message));
  send({ ready: true });
} catch (error) {
  send({ refused: error instanceof Error ? error.message : String(error) });
  process.disconnect();
}
