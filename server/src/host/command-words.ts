import { parseArgs, type ParseArgsConfig } from 'node:util';

/** The command was not understood; the usage follows. */
export class UsageError extends Error {}

/** The options of a command, each with a value. Throws a `UsageError` for one that it does not have. */
export function read<const Name extends string>(
  words: string[],
  names: readonly Name[],
): Partial<Record<Name, string>> {
  return readAll(words, names, []).options;
}

/** Options with a value, switches, and the words that belong to neither. */
export function readAll<const Name extends string, const Switch extends string>(
  words: string[],
  names: readonly Name[],
  switches: readonly Switch[],
  most = 0,
): { options: Partial<Record<Name, string>>; on: ReadonlySet<Switch>; others: string[] } {
  const options: ParseArgsConfig['options'] = Object.fromEntries([
    ...names.map((name) => [name, { type: 'string' }] as const),
    ...switches.map((name) => [name, { type: 'boolean' }] as const),
  ]);
  try {
    const { values, positionals } = parseArgs({ args: words, options, strict: true, allowPositionals: most > 0 });
    if (positionals.length > most) throw new Error(`there is a word too much: '${positionals[most]}'`);
    return {
      options: values as Partial<Record<Name, string>>,
      on: new Set(switches.filter((name) => (values as Record<string, unknown>)[name] === true)),
      others: positionals,
    };
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0]);
  }
}
