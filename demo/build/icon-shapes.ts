import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);

type NameList = 'feather' | 'heroicons' | 'material';
interface Source {
  /** The package's SVG file for a name. */
  readonly file: string;
  readonly names: NameList;
  /** The package's own name for an icon. */
  readonly drawing: (name: string) => string;
}

const ic = (style: string): Source => ({
  file: require.resolve('@iconify-json/ic/icons.json'),
  names: 'material',
  drawing: (name) => `${style}-${name.replaceAll('_', '-')}`,
});
const heroicons = (ending: string): Source => ({
  file: require.resolve('@iconify-json/heroicons/icons.json'),
  names: 'heroicons',
  drawing: (name) => `${name}${ending}`,
});

/** Solid heroicons are shown at 20 pixels, so the variants designed for that size are used. */
const SETS: Readonly<Record<string, Source>> = {
  feather: { file: require.resolve('@iconify-json/feather/icons.json'), names: 'feather', drawing: (name) => name },
  'heroicons-outline': heroicons(''),
  'heroicons-solid': heroicons('-20-solid'),
  'material-solid': ic('baseline'),
  'material-outline': ic('outline'),
  'material-twotone': ic('twotone'),
};
export const ICON_SETS = Object.keys(SETS);

/** A set's drawings by name, without their `<svg>`; all have the same square `viewBox`. */
export interface IconShapes {
  readonly box: number;
  readonly shapes: Readonly<Record<string, string>>;
}

interface IconPackage {
  readonly height?: number;
  readonly icons: Readonly<Record<string, { readonly body: string; readonly height?: number }>>;
}

const json = async (path: string | URL): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'));

export async function namesOf(set: string): Promise<string[]> {
  return (await json(
    new URL(`../src/simulation/groups/icons/names/${SETS[set]!.names}.json`, import.meta.url),
  )) as string[];
}

/** Throws if a listed name has no drawing, or one of another size. */
export async function shapesOf(set: string): Promise<IconShapes> {
  const { file, drawing } = SETS[set]!;
  const source = (await json(file)) as IconPackage;
  const drawings = (await namesOf(set)).map((name) => {
    const icon = source.icons[drawing(name)];
    if (!icon) throw new Error(`${file} holds no drawing of ${set}'s ${name}: correct the list of names.`);
    return { name, body: icon.body, box: icon.height ?? source.height ?? 16 };
  });
  const box = drawings[0]!.box;
  const odd = drawings.find((icon) => icon.box !== box);
  if (odd) throw new Error(`${set}'s ${odd.name} is drawn in ${odd.box}, the others in ${box}.`);
  return { box, shapes: Object.fromEntries(drawings.map(({ name, body }) => [name, body])) };
}

/** Authors and licenses of the drawings, with the license texts. */
async function licenses(): Promise<string> {
  const [license, apache] = await Promise.all([
    readFile(new URL('icon-licenses.txt', import.meta.url), 'utf8'),
    readFile(new URL('../../LICENSE', import.meta.url), 'utf8'),
  ]);
  return `${license}\n${apache}`;
}

/** The drawings of the icon catalog: one file per set, in the folder `icons` next to the page. */
export function iconShapes(): Plugin {
  return {
    name: 'rise:icon-shapes',
    configureServer(server) {
      server.middlewares.use('/icons', (request, response, next) => {
        const file = /^\/(.+)\.(json|txt)(?:\?|$)/.exec(request.url ?? '');
        if (file?.[2] === 'txt')
          void licenses().then(
            (text) => response.setHeader('content-type', 'text/plain; charset=utf-8').end(text),
            next,
          );
        else if (file && ICON_SETS.includes(file[1]!))
          void shapesOf(file[1]!).then(
            (shapes) => response.setHeader('content-type', 'application/json').end(JSON.stringify(shapes)),
            next,
          );
        else next();
      });
    },
    async generateBundle() {
      for (const set of ICON_SETS)
        this.emitFile({
          type: 'asset',
          fileName: `icons/${set}.json`,
          source: JSON.stringify(await shapesOf(set)),
        });
      this.emitFile({ type: 'asset', fileName: 'icons/licenses.txt', source: await licenses() });
    },
  };
}
