import { afterEach, expect, test, vi } from 'vitest';
import { runCommand } from './command-line.ts';

afterEach(() => vi.restoreAllMocks());

/** Runs a command that ends before any work; returns its exit code and what it printed. */
async function run(...args: string[]): Promise<{ code: number; printed: string }> {
  const written: string[] = [];
  const write = (text: unknown) => written.push(String(text)) > 0;
  vi.spyOn(process.stderr, 'write').mockImplementation(write);
  vi.spyOn(process.stdout, 'write').mockImplementation(write);
  vi.spyOn(console, 'log').mockImplementation(write);
  const code = await runCommand(args);
  return { code, printed: written.join('') };
}

test.each<[string, RegExp]>([
  ['', /^rise: name a command$/m],
  ['tokn', /^rise: Did you mean token\?$/m],
  ['nonsense', /^rise: unexpected argument 'nonsense'$/m],
  ['backup', /Not enough non-option arguments/],
  ['backup x y', /unexpected argument 'y'/],
  ['backup x --passphrase-file', /--passphrase-file needs a value/],
  ['restore', /Not enough non-option arguments/],
  ['restore x --check --new-secret', /check and new-secret are mutually exclusive/],
  ['read-only', /name a command of 'read-only'/],
  ['secret', /name a command of 'secret'/],
  ['identity-provider', /name a command of 'identity-provider'/],
  ['identity-provider allow-shared', /missing option --tenant/],
  ['read-only maybe', /unexpected argument 'maybe'/],
  ['doctor again', /^rise: unexpected argument 'again'$/m],
  ['doctor --fast', /^rise: unexpected argument 'fast'$/m],
  ['model', /^rise: name a command of 'model'$/m],
  ['model push x.yaml', /^rise: use either --tenant or --template$/m],
  ['model push --tenant alder', /Not enough non-option arguments/],
  ['model push x.yaml y.yaml --tenant alder', /unexpected argument 'y\.yaml'/],
  ['model pull --tenant alder --version two', /--version must be the number of a version/],
  ['model pull --tenant alder --message x', /unexpected argument 'message'/],
  ['model diff --tenant alder --from 1', /Missing dependent arguments|from -> to/],
  ['model check', /missing option --tenant/],
  ['model export --tenant alder --format lookml', /Choices: "ossie"/],
  ['model export --tenant alder --version two', /--version must be the number of a version/],
  ['model import', /Not enough non-option arguments/],
  ['model list', /missing option --tenant/],
  ['model restore --tenant alder', /missing option --version/],
  ['report pull --tenant alder', /missing option --out/],
  ['report pull --tenant alder --out x --report y --prune', /--prune does not go with --report/],
  ['report check', /Not enough non-option arguments/],
  ['report check x.yaml --tenant alder --model m.yaml', /use either --tenant or --model/],
  ['report push x.yaml', /missing option --tenant/],
  ['report push x.yaml --tenant alder --note y', /--note needs --publish/],
  ['mapping push x.csv --tenant alder', /missing option --type/],
  ['parameter set late --tenant alder', /'late' is not an assignment; write name=value/],
  ['warehouse show', /use either --tenant or --everybody/],
  ['tenant create --slug Big --name Big', /--slug is 'Big'; use lower-case/],
  ['tenant create --slug oak --name Oak --rows 5', /rows -> sample/],
  ['currency set --tenant alder', /name a currency such as EUR, or --model/],
  ['currency set EUR --model --tenant alder', /name a currency such as EUR, or --model/],
  ['currency set euro --tenant alder', /'euro' is not a currency code of ISO 4217/],
  ['calendar set --tenant alder', /set --time-zone, --week-start or --fiscal-year-start/],
  ['calendar set --tenant alder --time-zone Mars/Olympus', /'Mars\/Olympus' is not the name of a time zone/],
  ['calendar set --tenant alder --week-start someday', /Given: "someday"/],
  ['calendar set --tenant alder --fiscal-year-start 13', /must be a whole number from 1 to 12/],
  ['tenant set --slug oak', /set --chat, --assistant, --insights or --sql/],
  ['tenant set --slug oak --chat maybe', /Given: "maybe", Choices: "on", "off", "default"/],
  ['query --tenant alder', /name a dataset and measures, or a file with --file/],
  ['query call_report', /missing option --tenant/],
  ['query call_report --tenant alder --file q.yaml', /unexpected argument 'call_report': --file holds the whole query/],
  ['query --tenant alder --file - --limit 5', /--limit does not go with --file/],
  ['query --tenant alder --file q.yaml --by state', /--by does not go with --file/],
  ['query call_report --tenant alder --by as_of:fortnight', /--by: 'fortnight' is not a grain of a date/],
  ['query call_report --tenant alder --where state', /--where: 'state' is not a condition/],
  ['query call_report --tenant alder --where a=1 --where b', /--where: 'b' is not a condition/],
  ['query call_report --tenant alder --limit 0', /--limit must be a whole number from 1 to 10000/],
  ['query call_report --tenant alder --format arrow', /--format arrow is binary; add --output/],
  ['query call_report --tenant alder --format xml', /Choices: "table", "csv", "json", "arrow"/],
  ['token create --email a@b.example --days x', /--days must be a whole number from 1 to 3650/],
])("'rise %s' prints an error with usage help", async (line, expected) => {
  const { code, printed } = await run(...line.split(' ').filter((word) => word !== ''));
  expect(printed).toMatch(expected);
  expect(printed).toMatch(/^(Usage: npm run rise -- <command>|rise \w+)/m);
  expect(code).toBe(2);
});

test.each([['help'], ['--help'], ['model --help'], ['model push --help']])('%s prints help', async (line) => {
  const { code, printed } = await run(...line.split(' '));
  expect(printed).toContain('--help');
  expect(code).toBe(0);
});

test('prints a completion script, and completes commands and options', async () => {
  expect((await run('completion')).printed).toContain('complete -o bashdefault');
  expect((await run('--get-yargs-completions', 'rise', 'mo')).printed).toContain('model');
});
