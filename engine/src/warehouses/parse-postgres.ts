import { createRequire } from 'node:module';
import type { hasSqlDetails, loadModule, parseSync } from 'libpg-query';
import { StatementError } from './sandbox-session.ts';

type Parser = { parseSync: typeof parseSync; loadModule: typeof loadModule; hasSqlDetails: typeof hasSqlDetails };

const load = createRequire(import.meta.url);
let parser: Promise<Parser> | null = null;

async function loaded(): Promise<Parser> {
  for (const path of Object.keys(load.cache)) if (path.includes('libpg-query')) delete load.cache[path];
  const module = load('libpg-query') as Parser;
  await module.loadModule();
  return module;
}

/**
 * The tree that PostgreSQL's own parser makes of a text, as JSON; places in it count bytes. Throws `StatementError` for
 * what it cannot read.
 */
export async function parsePostgres(text: string): Promise<string> {
  const { parseSync: parse, hasSqlDetails: hasDetails } = await (parser ??= loaded());
  // The parser knows no empty text, and ends at a NUL.
  if (text.trim() === '' || text.includes('\0')) return '{"stmts":[]}';
  try {
    return JSON.stringify(parse(text));
  } catch (error) {
    if (hasDetails(error)) {
      const { message, cursorPosition } = error.sqlDetails!;
      if (/^memory exhausted/i.test(message)) throw new StatementError({ why: 'deep', message, at: null });
      const before = [...text].slice(0, cursorPosition).join('');
      const said = `${message[0]!.toUpperCase()}${message.slice(1)}.`;
      throw new StatementError({ why: 'told', message: said, at: Buffer.byteLength(before) });
    }
    // Its stack ended; what it leaves behind is not to be trusted, so the next text gets a new one.
    parser = null;
    throw new StatementError({ why: 'deep', message: String(error), at: null });
  }
}
