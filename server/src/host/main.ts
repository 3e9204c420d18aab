import { pino } from 'pino';
import { DEMO_PASSWORD } from '../identity/identities.ts';
import { traceFields } from '../kernel/tracing.ts';
import { loadConfig } from './config/config.ts';
import { ROOT } from './config/paths.ts';
import { startPortalServer, type PortalServer } from './start/portal-server.ts';
import { followStarter, stopSignal } from './start/signals.ts';
import { ignoreClosedOutput, say, printError } from './start/terminal.ts';

/** Runs the server until it is stopped; returns the exit code. */
async function main(): Promise<number> {
  ignoreClosedOutput();
  // Whatever this process and its children create is theirs alone.
  process.umask(0o077);
  const stop = stopSignal();
  followStarter(stop);
  try {
    const config = loadConfig(process.env, ROOT);
    const log = pino({ level: config.logLevel, mixin: traceFields });
    process.on('unhandledRejection', (err) => log.error({ err }, 'unhandled rejection'));
    let server: PortalServer;
    try {
      server = await startPortalServer({ config, log, onProgress: (step) => say(`${step} …`), signal: stop.signal });
    } catch (error) {
      if (stop.signal.aborted) return 0;
      printError(error, log);
      return 1;
    }
    greet(config.publicUrl, server);
    await stop.requested;
    say('Stopping …');
    const errors = await server.close();
    for (const err of errors) log.error({ err }, 'did not close cleanly');
    return errors.length === 0 ? 0 : 1;
  } catch (error) {
    printError(error);
    return 1;
  }
}

/** Prints all lines in one write, so that a program that waits for the first one gets the others too. */
function greet(address: URL, { identities }: PortalServer): void {
  const lines = [`\nRise is ready at ${address.href} (${(performance.now() / 1000).toFixed(1)} s)\n`];
  if (identities.length > 0) {
    const people = identities.map(({ email }) => `  ${email}`);
    lines.push(`Sign in as one of these, with the password ${DEMO_PASSWORD}:`, ...people, '');
  }
  say(lines.join('\n'));
}

process.exit(await main());
