import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import type { PictureFiles, PrintDocument } from './print-document.ts';
import { printable } from './text.rules.ts';

const FONTS = ['Inter-Regular.ttf', 'Inter-Italic.ttf', 'Inter-SemiBold.ttf'];
/** Compilations after which what they share is dropped, such as the layout of the same texts. */
const CACHED = 2;

/** Sets documents as PDF with the layout and the fonts in `folder`. */
export class Typesetter {
  readonly #folder: string;
  #compiler: NodeCompiler | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Texts reach the layout as data, never as its source. */
  pdf(document: PrintDocument, pictures: PictureFiles): Buffer {
    const compiler = (this.#compiler ??= this.#create());
    const files = Object.entries(pictures).map(([hash, { bytes }]) => ({ path: this.#pathOf(hash), bytes }));
    try {
      for (const { path, bytes } of files) compiler.mapShadow(path, Buffer.from(bytes));
      const json = JSON.stringify(document, (_, value: unknown) =>
        typeof value === 'string' ? printable(value) : value,
      );
      const compiled = compiler.compile({
        mainFilePath: join(this.#folder, 'report.typ'),
        inputs: { document: json },
        resetRead: true,
      });
      if (!compiled.result) {
        const error = compiled.takeError();
        throw new Error(`Typst: ${JSON.stringify(error?.shortDiagnostics ?? error)}`);
      }
      return compiler.pdf(compiled.result, { creationTimestamp: Math.floor(Date.now() / 1000) });
    } finally {
      for (const { path } of files) compiler.unmapShadow(path);
      compiler.evictCache(CACHED);
    }
  }

  /** Where the layout finds a picture: the file is in memory. */
  #pathOf(hash: string): string {
    return join(this.#folder, 'pictures', hash);
  }

  #create(): NodeCompiler {
    // Loaded with the first document: the library has its own native program.
    const load = createRequire(import.meta.url);
    const typst = load('@myriaddreamin/typst-ts-node-compiler') as { NodeCompiler: typeof NodeCompiler };
    const fontBlobs = FONTS.map((font) => readFileSync(join(this.#folder, 'fonts', font)));
    return typst.NodeCompiler.create({ workspace: this.#folder, fontArgs: [{ fontBlobs }] });
  }
}
