import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fingerprint } from './fingerprint.mjs';
import { MEMORY, refuse, ROOT, run, say } from './project.mjs';

/** Each build: its inputs, its output and its command. */
const PARTS = [
  {
    name: 'server',
    inputs:
      'contract/src engine/src server/src ui/src/charts ui/src/figures ui/src/theme portal/src/features/report portal/src/figures portal/src/dates server/rolldown.config.mjs package-lock.json'.split(
        ' ',
      ),
    output: 'server/dist/main.js',
    program: 'rolldown',
    args: ['-c', 'rolldown.config.mjs'],
    folder: 'server',
  },
  {
    name: 'portal',
    inputs:
      'contract/src ui/build ui/src shell/src portal/src portal/public portal/index.html portal/vite.config.ts package-lock.json'.split(
        ' ',
      ),
    output: 'portal/dist/index.html',
    program: 'vite',
    args: ['build', '--logLevel', 'warn'],
    folder: 'portal',
  },
  {
    name: 'demo',
    inputs:
      'contract/src ui/build ui/src shell/src demo/src demo/build demo/public demo/index.html demo/vite.config.ts package-lock.json'.split(
        ' ',
      ),
    output: 'demo/dist/index.html',
    program: 'vite',
    args: ['build', '--logLevel', 'warn'],
    folder: 'demo',
  },
];

/** Builds the parts whose sources changed since their last build. */
export async function ensureBuilt(names = PARTS.map(({ name }) => name)) {
  await Promise.all(PARTS.filter(({ name }) => names.includes(name)).map(ensurePart));
}

async function ensurePart(part) {
  const memory = join(MEMORY, `${part.name}.json`);
  const remembered = JSON.parse(await readFile(memory, 'utf8').catch(() => '{}'));
  const files = (await Promise.all(part.inputs.map((input) => listFiles(join(ROOT, input))))).flat().toSorted();
  const built = existsSync(join(ROOT, part.output));
  const times = await fingerprint(files, async (file) => {
    const { mtimeMs, size } = await stat(file);
    return `${mtimeMs} ${size}`;
  });
  if (built && times === remembered.times) return;
  // A checkout changes every file's modification time, so only the contents decide.
  const contents = await fingerprint(files, (file) => readFile(file));
  if (!built || contents !== remembered.contents) {
    say(`Building the ${part.name} …`);
    await rm(memory, { force: true });
    const { code, output } = await run(process.execPath, [programOf(part), ...part.args], {
      cwd: join(ROOT, part.folder),
      env: { ...process.env, NODE_ENV: 'production' },
    });
    if (code !== 0) {
      process.stderr.write(output);
      refuse(`the ${part.name} could not be built; fix what the lines above say, then start again`);
    }
  }
  await mkdir(MEMORY, { recursive: true });
  await writeFile(memory, JSON.stringify({ times, contents }));
}

/** The program of a package, in the version that this part depends on. */
function programOf({ program, folder }) {
  const manifest = createRequire(join(ROOT, folder, 'package.json')).resolve(`${program}/package.json`);
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
  return join(dirname(manifest), bin[program]);
}

async function listFiles(path) {
  if (!(await stat(path).catch(() => null))?.isDirectory()) return existsSync(path) ? [path] : [];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}
