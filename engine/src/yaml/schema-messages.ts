import type { z } from 'zod';
import { suggestName } from '../expression/suggest-name.ts';

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];
type Issue = z.core.$ZodIssue;

/** One thing wrong with a value: where it is, and what to write instead. */
export interface SchemaIssue {
  path: PropertyKey[];
  message: string;
}

const PHRASES: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a block of keys and values',
  record: 'a block of keys and values',
  null: 'nothing',
};
const phraseOf = (expected: string) => PHRASES[expected] ?? expected;
const typeOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
/** The start of a message about a value that is not there; its name takes the place of the first word. */
const MISSING = 'This is missing: write ';
const quoted = (values: readonly unknown[]) => values.map((value) => `'${String(value)}'`).join(', ');

function needed(input: unknown, what: string): string {
  return input === undefined ? `${MISSING}${what}.` : `This is ${phraseOf(typeOf(input))}, but ${what} is needed.`;
}

function oneOf(input: unknown, values: readonly unknown[]): string {
  const what = values.length === 1 ? quoted(values) : `one of ${quoted(values)}`;
  if (input === undefined) return `${MISSING}${what}.`;
  const text = typeof input === 'object' ? phraseOf(typeOf(input)) : `'${String(input)}'`;
  const near = typeof input === 'string' ? suggestName(input, values.map(String)) : '';
  return `${text} is not possible here. Write ${what}.${near}`;
}

/** The keys of the object that an issue is about. */
function keysOf({ inst }: RawIssue): string[] {
  const { shape } = (inst?._zod.def ?? {}) as { shape?: Record<string, unknown> };
  return Object.keys(shape ?? {});
}

const plural = (count: unknown, one: string, other: string) => `${String(count)} ${Number(count) === 1 ? one : other}`;

/** A limit of a value: of its characters or entries, or of itself. */
function bound(origin: string, limit: 'at least' | 'at most', value: unknown): string {
  if (origin === 'string') return `Write ${limit} ${plural(value, 'character', 'characters')}.`;
  if (origin === 'array') return `Write ${limit} ${plural(value, 'entry', 'entries')}.`;
  return `Write a number of ${limit} ${String(value)}.`;
}

/**
 * What to write instead, in place of the schema library's messages; messages of the schema itself precede it. Pass it as
 * `error` when parsing, and read the result with `schemaIssues`.
 */
export const schemaMessage = (issue: RawIssue): string => {
  const { input } = issue;
  switch (issue.code) {
    case 'invalid_type':
      return needed(input, phraseOf(issue.expected));
    case 'invalid_value':
      return oneOf(input, issue.values);
    case 'unrecognized_keys': {
      const known = keysOf(issue);
      const near = issue.keys.length === 1 ? suggestName(issue.keys[0]!, known) : '';
      const others = known.length > 0 ? `Possible are ${known.join(', ')}.` : 'Leave it out.';
      return `There is no key ${quoted(issue.keys)} here.${near} ${others}`;
    }
    case 'too_small':
      return bound(issue.origin, 'at least', issue.minimum);
    case 'too_big':
      return bound(issue.origin, 'at most', issue.maximum);
    case 'invalid_format':
      return issue.format === 'regex'
        ? 'This has characters that are not possible here. Leave them out.'
        : `Write it as ${issue.format}.`;
    case 'not_multiple_of':
      return `Write a multiple of ${issue.divisor}.`;
    case 'invalid_union': {
      const { discriminator, options } = issue as { discriminator?: string; options?: readonly unknown[] };
      if (discriminator === undefined) return 'This is written in none of the possible ways.';
      return oneOf((input as Record<string, unknown>)[discriminator], options ?? []);
    }
    default:
      return 'This is not valid. Correct or remove it.';
  }
};

/** Whether an alternative is of the value's type, so that its issues say what is wrong with it. */
const isOfType = (issues: readonly Issue[]) =>
  !issues.some(({ code, path }) => path.length === 0 && (code === 'invalid_type' || code === 'invalid_value'));

/** Whether the value says that it is of another kind than an alternative. */
const isOtherKind = (issues: readonly Issue[]) =>
  issues.some(({ code, path }) => code === 'invalid_value' && path.length === 1 && path[0] === 'kind');

/** The issues of the alternative that is meant; one issue that names them where none is. */
function ofUnion({ path, message, errors }: Issue & { code: 'invalid_union' }): SchemaIssue[] {
  const alternatives = errors
    .filter(isOfType)
    .toSorted((one, other) => Number(isOtherKind(one)) - Number(isOtherKind(other)) || one.length - other.length);
  if (alternatives[0]) return alternatives[0].flatMap((issue) => plain(issue, path));
  const expected = errors.flatMap(([first]) => (first?.code === 'invalid_type' ? [phraseOf(first.expected)] : []));
  if (expected.length === 0) return [{ path: [...path], message: errors[0]?.[0]?.message ?? message }];
  const first = errors[0]![0]!.message;
  return [
    {
      path: [...path],
      message: first.replace(/(write |but ).*?( is needed)?\.$/, `$1${[...new Set(expected)].join(' or ')}$2.`),
    },
  ];
}

function plain(issue: Issue, before: readonly PropertyKey[] = []): SchemaIssue[] {
  const path = [...before, ...issue.path];
  if (issue.code === 'invalid_union' && issue.errors.length > 0)
    return ofUnion({ ...issue, path } as Issue & { code: 'invalid_union' });
  const name = path.at(-1);
  const message =
    issue.message.startsWith(MISSING) && typeof name === 'string'
      ? issue.message.replace('This', `'${name}'`)
      : issue.message;
  return [{ path, message }];
}

/** What is wrong with a value, each thing with its path and the remedy. */
export const schemaIssues = ({ issues }: z.core.$ZodError): SchemaIssue[] => issues.flatMap((issue) => plain(issue));
