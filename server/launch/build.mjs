import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { MEMORY, refuse, ROOT, run, say } from './project.mjs';

/** What is built, from what, and by which command. */
const PARTS = [
  {
    name: 'server',
    inputs: 'contract/src engine/src server/src server/rolldown.config.mjs package-lock.json'.split(' '),
    output: 'server/dist/main.js',
    program: 'rolldown',
    words: ['-c', 'rolldown.config.mjs'],
    folder: 'server',
  },
  {
    name: 'portal',
    inputs:
      'contract/src ui/build ui/src portal/src portal/public portal/index.html portal/vite.config.ts package-lock.json'.split(
        ' ',
      ),
    output: 'portal/dist/index.html',
    program: 'vite',
    words: ['build', '--logLevel', 'warn'],
    folder: 'portal',
  },
  {
    name: 'demo',
    inputs:
      'contract/src ui/build ui/src demo/src demo/build demo/public demo/index.html demo/vite.config.ts package-lock.json'.split(
        ' ',
      ),
    output: 'demo/dist/index.html',
    program: 'vite',
    words: ['build', '--logLevel', 'warn'],
    folder: 'demo',
  },
];

/** Builds the parts whose sources changed since they were built last. */
export async function ensureBuilt(names = PARTS.map(({ name }) => name)) {
  await Promise.all(PARTS.filter(({ name }) => names.includes(name)).map(ensurePart));
}

async function ensurePart(part) {
  const memory = join(MEMORY, `${part.name}.json`);
  const remembered = JSON.parse(await readFile(memory, 'utf8').catch(() => '{}'));
  const files = (await Promise.all(part.inputs.map((input) => listFiles(join(ROOT, input))))).flat().toSorted();
  const whole = existsSync(join(ROOT, part.output));
  const times = await fingerprint(files, async (file) => {
    const { mtimeMs, size } = await stat(file);
    return `${mtimeMs} ${size}`;
  });
  if (whole && times === remembered.times) return;
  // A checkout gives every file a new time: only what the files hold decides.
  const contents = await fingerprint(files, (file) => readFile(file));
  if (!whole || contents !== remembered.contents) {
    say(`Building the ${part.name} …`);
    await rm(memory, { force: true });
    const { code, output } = await run(process.execPath, [programOf(part), ...part.words], {
      cwd: join(ROOT, part.folder),
      env: { ...process.env, NODE_ENV: 'production' },
    });
    if (code !== 0) {
      process.stderr.write(output);
      refuse(`the ${part.name} cannot be built; mend what the lines above say, then start again`);
    }
  }
  await mkdir(MEMORY, { recursive: true });
  await writeFile(memory, JSON.stringify({ times, contents }));
}

/** A package's command line, of the version that this part depends on. */
function programOf({ program, folder }) {
  const manifest = createRequire(join(ROOT, folder, 'package.json')).resolve(`${program}/package.json`);
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
  return join(dirname(manifest), bin[program]);
}

async function fingerprint(files, of) {
  const hash = createHash('sha256');
  const parts = await Promise.all(files.map(of));
  for (const [index, file] of files.entries()) hash.update(`${file}\0`).update(parts[index]).update('\0');
  return hash.digest('hex');
}

async function listFiles(path) {
  if (!(await stat(path).catch(() => null))?.isDirectory()) return existsSync(path) ? [path] : [];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}
