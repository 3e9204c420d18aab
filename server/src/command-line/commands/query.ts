import type { Argv } from 'yargs';
import { withDatabase } from '../command-context.ts';
import { queryOfWords } from '../operations/query-words.ts';
import { runQuery, type QueryCommand } from '../operations/query.ts';
import { checkWholeNumber, TENANT } from '../options.ts';

const FORMATS = ['table', 'csv', 'json', 'arrow'] as const;
const LIST = { type: 'string', array: true, default: [] as string[] } as const;
/** Options that describe a query, which a file holds already. */
const OF_WORDS = ['by', 'where', 'order', 'limit', 'totals', 'rows', 'distinct'] as const;

export function queryCommand(yargs: Argv): Argv {
  return yargs.command(
    'query [words..]',
    'Run a semantic query for a tenant: a dataset and measures, a list of rows, or a file',
    (command) =>
      command
        // Each option's value is one word, and options can be repeated: the words after it are the query's.
        .parserConfiguration({
          'dot-notation': false,
          'parse-positional-numbers': false,
          'greedy-arrays': false,
        })
        .positional('words', { ...LIST, describe: 'The dataset, then measures; with --rows, then columns' })
        .option('tenant', { ...TENANT, demandOption: true })
        .option('as', {
          type: 'string',
          describe: 'Email address of the reader; without it every row rule and mask of the model applies',
        })
        .option('file', {
          type: 'string',
          describe: 'The query as YAML or JSON, as the API takes it; - for standard input',
        })
        .option('by', { ...LIST, describe: 'Dimensions: state, opened:month, or who' })
        .option('where', { ...LIST, describe: 'A condition: "state in CA,TX"; repeat it for more' })
        .option('order', { ...LIST, describe: 'Columns: name, or "total_assets desc"' })
        .option('limit', { type: 'number', describe: 'Maximum number of rows' })
        .option('totals', { type: 'boolean', describe: 'Add a grand total' })
        .option('rows', {
          type: 'boolean',
          describe: 'List rows one by one: the words are columns, such as opened:month',
        })
        .option('distinct', { type: 'boolean', describe: 'With --rows: rows that are equal once' })
        .option('format', { choices: FORMATS, default: 'table' as const, describe: 'Of the result' })
        .option('output', { type: 'string', describe: 'File to write; standard output without it' })
        .option('explain', { type: 'boolean', default: false, describe: 'Print formulas and SQL instead' })
        .check((args) => {
          sourceOf(args);
          checkWholeNumber('limit', args.limit, 1, 10_000);
          if (args.format === 'arrow' && args.output === undefined && !args.explain)
            throw new Error('--format arrow is binary; add --output with a file');
          return true;
        }),
    ({ tenant, as = null, format, output = null, explain, ...args }) =>
      withDatabase((context) =>
        runQuery(context, { tenant, reader: as, source: sourceOf(args), format, output, explain }),
      ),
  );
}

interface SourceArguments {
  readonly words: string[];
  readonly file?: string | undefined;
  readonly by: string[];
  readonly where: string[];
  readonly order: string[];
  readonly limit?: number | undefined;
  readonly totals?: boolean | undefined;
  readonly rows?: boolean | undefined;
  readonly distinct?: boolean | undefined;
}

function sourceOf(args: SourceArguments): QueryCommand['source'] {
  if (args.file === undefined) {
    if (args.words.length === 0) throw new Error('name a dataset and measures, or a file with --file');
    return { query: queryOfWords(args) };
  }
  if (args.words.length > 0) throw new Error(`unexpected argument '${args.words[0]}': --file holds the whole query`);
  const extra = OF_WORDS.find((name) => (Array.isArray(args[name]) ? args[name].length > 0 : args[name] !== undefined));
  if (extra !== undefined) throw new Error(`--${extra} does not go with --file, which holds the whole query`);
  // The parser takes `--file -` for an option without a value.
  return { file: args.file === '' ? '-' : args.file };
}
