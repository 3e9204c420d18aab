#!/usr/bin/env node
// Proves that the same code runs on every Node that package.json promises: the oldest, and the newest of each even
// major version. On each, from one and the same install and build: the server starts, is ready, answers and stops; the
// command line's doctor finds everything in order; the tests of contract and server kernel pass.
// npm installs each Node once into .nodes/; arguments choose versions ('22.23.3').
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const VERSIONS = ['20.19.0', '22.23.3', '24.21.0'];
const PACKAGE = `node-${process.platform}-${process.arch}`;
const START_MS = 180_000;

const say = (text) => process.stdout.write(`${text}\n`);

/** The program of a Node version, installed where it is not there yet. Throws where the registry does not have it. */
function installNode(version) {
  const folder = join(root, '.nodes', version);
  const program = join(folder, 'node_modules', PACKAGE, 'bin', 'node');
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const install = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', [...install, `${PACKAGE}@${version}`], { cwd: folder, stdio: 'inherit' });
  if (status !== 0 || !existsSync(program))
    throw new Error(`${PACKAGE}@${version} could not be installed; check the connection to npm's registry`);
  return program;
}

/** Runs a program to its end; resolves with the exit code and what it printed. */
function run(program, args, env) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const parts = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => parts.push(part));
    child.on('error', (error) => resolve({ code: 127, output: error.message }));
    child.on('close', (code, signal) => resolve({ code: code ?? signal, output: Buffer.concat(parts).toString() }));
  });
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

async function expectStatus(url, status) {
  const response = await fetch(url);
  if (response.status !== status) throw new Error(`${url} returned ${response.status} instead of ${status}`);
}

/** Waits until the server is ready; throws with its output where it ends or takes too long. */
async function waitUntilReady(address, server, output) {
  const deadline = performance.now() + START_MS;
  while (performance.now() < deadline) {
    if (server.exitCode !== null) break;
    const response = await fetch(`${address}/readyz`).catch(() => null);
    if (response?.status === 200) return;
    await wait(250);
  }
  throw new Error(`the server did not become ready:\n${output()}`);
}

/** Starts the server on a Node, asks it for a few things, runs doctor beside it, and stops it. */
async function proveServer(node, env) {
  const directory = mkdtempSync(join(tmpdir(), 'rise-node-'));
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const settings = { ...env, PORT: String(port), RISE_DATA: directory };
  const server = spawn(node, ['server/launch/start.mjs'], {
    cwd: root,
    env: settings,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const parts = [];
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (part) => parts.push(part));
  const ended = new Promise((resolve) => server.once('close', (code, signal) => resolve(code ?? signal)));
  try {
    await waitUntilReady(address, server, () => Buffer.concat(parts).toString());
    await expectStatus(`${address}/api/v1/session`, 401);
    await expectStatus(`${address}/api/openapi.json`, 200);
    await expectStatus(`${address}/`, 200);
    const doctor = await run(node, ['server/launch/rise.mjs', 'doctor'], settings);
    if (doctor.code !== 0) throw new Error(`doctor found something wrong:\n${doctor.output}`);
    server.kill('SIGTERM');
    const code = await ended;
    if (code !== 0) throw new Error(`the server stopped with ${code}:\n${Buffer.concat(parts).toString()}`);
  } finally {
    if (server.exitCode === null) server.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  }
}

async function proveTests(node, env) {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'node', 'contract', 'server/src/kernel'];
  const { code, output } = await run(node, args, env);
  if (code !== 0) throw new Error(`tests failed:\n${output}`);
}

async function prove(version) {
  const node = installNode(version);
  // Child processes of tests and of the server find this Node first.
  const env = { ...process.env, PATH: `${dirname(node)}:${process.env.PATH}` };
  const { output } = await run(node, ['--version'], env);
  if (output.trim() !== `v${version}`) throw new Error(`${node} is ${output.trim()}`);
  await proveServer(node, env);
  await proveTests(node, env);
}

const chosen = process.argv.slice(2);
const { status } = spawnSync(process.execPath, ['server/launch/prepare.mjs'], { cwd: root, stdio: 'inherit' });
if (status !== 0) process.exit(1);
for (const version of chosen.length > 0 ? chosen : VERSIONS) {
  const started = performance.now();
  try {
    await prove(version);
    say(`ok    Node ${version} (${Math.round((performance.now() - started) / 1000)} s)`);
  } catch (error) {
    say(`FAIL  Node ${version}: ${error.message}`);
    process.exitCode = 1;
  }
}
