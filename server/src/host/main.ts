import { pino } from 'pino';
import { DEMO_PASSWORD } from '../identity/identities.ts';
import { loadConfig } from './config.ts';
import { ROOT } from './places.ts';
import { startPortalServer, type PortalServer } from './portal-server.ts';
import { followStarter, stopSignal } from './signals.ts';
import { outliveListeners, say, sayWhy } from './terminal.ts';

/** Runs the server until it is told to stop; answers the exit code. */
async function main(): Promise<number> {
  outliveListeners();
  const stop = stopSignal();
  followStarter(stop);
  try {
    const config = loadConfig(process.env, ROOT);
    const log = pino({ level: config.logLevel });
    process.on('unhandledRejection', (err) => log.error({ err }, 'unhandled rejection'));
    let server: PortalServer;
    try {
      server = await startPortalServer({ config, log, onProgress: (step) => say(`${step} …`), signal: stop.signal });
    } catch (error) {
      if (stop.signal.aborted) return 0;
      sayWhy(error, log);
      return 1;
    }
    greet(config.publicUrl, server);
    await stop.requested;
    say('Stopping …');
    const errors = await server.close();
    for (const err of errors) log.error({ err }, 'did not close cleanly');
    return errors.length === 0 ? 0 : 1;
  } catch (error) {
    sayWhy(error);
    return 1;
  }
}

/** In one piece, so that whoever waits for the first line has the others too. */
function greet(address: URL, { identities }: PortalServer): void {
  const lines = [`\nRise is ready at ${address.href} (${(performance.now() / 1000).toFixed(1)} s)\n`];
  if (identities.length > 0) {
    const people = identities.map(({ email }) => `  ${email}`);
    lines.push(`Sign in as one of these, with the password ${DEMO_PASSWORD}:`, ...people, '');
  }
  say(lines.join('\n'));
}

process.exit(await main());
