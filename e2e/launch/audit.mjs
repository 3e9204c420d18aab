#!/usr/bin/env node
// Asks npm's registry for known vulnerabilities of what the product runs on. Exit code 0: none that is high or
// critical, or the registry gave no answer, which a line says; 1: there are, one line each.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const SERIOUS = new Set(['high', 'critical']);
const TIMEOUT_MS = 60_000;

/** Runs `npm audit` over production dependencies; resolves with what it printed. */
function audit() {
  return new Promise((resolve) => {
    const npm = process.env.npm_execpath;
    const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []];
    const child = spawn(command, [...first, 'audit', '--omit=dev', '--json'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: TIMEOUT_MS,
    });
    const parts = [];
    child.stdout.on('data', (part) => parts.push(part));
    child.on('error', () => resolve(''));
    child.on('close', () => resolve(Buffer.concat(parts).toString()));
  });
}

/** The report of `npm audit --json`, or null where it holds none: no network, no answer, an error of the registry. */
function parseReport(text) {
  try {
    const report = JSON.parse(text);
    return report.metadata?.vulnerabilities && report.vulnerabilities ? report : null;
  } catch {
    return null;
  }
}

const report = parseReport(await audit());
if (report === null) {
  process.stdout.write(
    'Known vulnerabilities: not checked, the registry gave no answer. This is neither a pass nor a failure.\n',
  );
} else {
  const counts = report.metadata.vulnerabilities;
  const serious = Object.values(report.vulnerabilities).filter(({ severity }) => SERIOUS.has(severity));
  for (const { name, severity, range, via, fixAvailable } of serious) {
    const titles = via.map((cause) => (typeof cause === 'string' ? `by way of ${cause}` : cause.title));
    const remedy = fixAvailable ? 'a fix is available' : 'no fix yet';
    process.stdout.write(`  ${severity}: ${name} ${range}: ${titles.join('; ')} (${remedy})\n`);
  }
  const listed = Object.entries(counts)
    .filter(([level]) => level !== 'total')
    .map(([level, count]) => `${count} ${level}`);
  process.stdout.write(`Known vulnerabilities in production dependencies: ${listed.join(', ')}.\n`);
  process.exitCode = serious.length === 0 ? 0 : 1;
}
