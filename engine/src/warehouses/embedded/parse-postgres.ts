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
 * Parses a text with PostgreSQL's own parser; returns the tree as JSON, in which locations are byte offsets. Throws
 * `StatementError` for a syntax error.
 */
export async function parsePostgres(text: string): Promise<string> {
  const { parseSync: parse, hasSqlDetails: hasDetails } = await (parser ??= loaded());
  // The parser rejects an empty text and stops at NUL.
  if (text.trim() === '' || text.includes('\0')) return '{"stmts":[]}';
  try {
    return JSON.stringify(parse(text));
  } catch (error) {
    if (hasDetails(error)) {
      const { message, cursorPosition } = error.sqlDetails!;
      if (/^memory exhausted/i.test(message)) throw new StatementError({ why: 'deep', message, at: null });
      const before = [...text].slice(0, cursorPosition).join('');
      const sentence = `${message[0]!.toUpperCase()}${message.slice(1)}.`;
      throw new StatementError({ why: 'statement', message: sentence, at: Buffer.byteLength(before) });
    }
    // After a stack overflow the parser's state is unreliable, so the next text gets a new one.
    parser = null;
    throw new StatementError({ why: 'deep', message: String(error), at: null });
  }
}
