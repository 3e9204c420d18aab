import './node-version.mjs';
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { refuse, ROOT, say } from './project.mjs';
import { ensureReady } from './ready.mjs';

await ensureReady([]);

const host = process.env.HOST || '127.0.0.1';
const port = Number(process.env.PORT || 8080);
// The server behind the development server listens on this machine only, so it cannot notice.
if (
  !/^(127(\.\d+){3}|::1|localhost)$/.test(host) &&
  !process.env.OIDC_ISSUER &&
  process.env.DEVELOPMENT_SIGN_IN !== 'network'
)
  refuse(
    `HOST is '${host}', where everyone could sign in as every account of the embedded identity provider; set OIDC_ISSUER, or DEVELOPMENT_SIGN_IN=network to allow it`,
  );
const inner = await freePort();
const demo = await listenOnce('127.0.0.1', 0);
const address = process.env.PUBLIC_URL || `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`;
say(`Development on ${address}: server, portal and demo suite follow each change of the sources. Ctrl-C ends them.`);

const children = [
  startTool('tsx', ['watch', '--clear-screen=false', join(ROOT, 'server', 'src', 'host', 'main.ts')], {
    cwd: ROOT,
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(inner), PUBLIC_URL: address },
  }),
  startTool('vite', ['--host', host, '--port', String(port), '--strictPort', '--logLevel', 'warn'], {
    cwd: join(ROOT, 'portal'),
    env: { ...process.env, RISE_SERVER: `http://127.0.0.1:${inner}`, RISE_DEMO: `http://127.0.0.1:${demo}` },
  }),
  begin(
    'vite',
    ['--host', '127.0.0.1', '--port', String(demo), '--strictPort', '--base', '/demo/', '--logLevel', 'warn'],
    { cwd: join(ROOT, 'demo'), env: process.env },
  ),
];
let ending = false;
for (const name of ['SIGINT', 'SIGTERM']) process.on(name, end);
await Promise.all(children.map((child) => new Promise((done) => child.once('exit', done).once('exit', end))));

function startTool(program, args, options) {
  const manifest = createRequire(join(options.cwd, 'package.json')).resolve(`${program}/package.json`);
  const { bin } = createRequire(import.meta.url)(manifest);
  const script = join(dirname(manifest), typeof bin === 'string' ? bin : bin[program]);
  // Not in the terminal's process group: Ctrl-C reaches them through us, once and in order.
  return spawn(process.execPath, [script, ...args], { ...options, stdio: 'inherit', detached: true });
}

function end() {
  if (ending) return;
  ending = true;
  for (const child of children) child.kill('SIGTERM');
}

/** A free port for the server behind the development server; ends the program where the public one is taken. */
async function freePort() {
  await listenOnce(host, port).catch(() =>
    refuse(`port ${port} of ${host} is in use; stop the other program, or set PORT`),
  );
  return listenOnce('127.0.0.1', 0);
}

function listenOnce(at, number) {
  return new Promise((done, fail) => {
    const probe = createServer().once('error', fail);
    probe.listen(number, at, () => {
      const { port: found } = probe.address();
      probe.close(() => done(found));
    });
  });
}
