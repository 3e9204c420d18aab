import { stringify } from 'yaml';
import { openDatabase, type Database } from '../kernel/database.ts';
import { Refusal } from '../kernel/refusal.ts';
import { retryMail } from '../mail/outbox.service.ts';
import { createToken } from '../sessions/api-tokens.service.ts';
import { SQL_ACCESS, switchChat, switchSql } from '../tenants/tenants.service.ts';
import { read, readAll, UsageError } from './command-words.ts';
import { borrowApplicationDatabase } from './application-database.ts';
import { loadConfig, type Config } from './config.ts';
import { examine } from './doctor.ts';
import { ROOT } from './places.ts';
import type { ModelDesk } from './model-command.ts';
import { readModelCommand } from './model-words.ts';
import { makeTenant } from './tenant-command.ts';
import { readMappingCommand, readParameterCommand } from './terms-words.ts';
import { changeWarehouse, type WarehouseWish } from './warehouse-command.ts';
import { say, sayWhy } from './terminal.ts';

const USAGE = `Usage: npm run rise -- <command>

  token create --email <address> [--tenant <slug>] [--name <text>] [--days <number>] [--issuer <address>]
      Makes an API token for somebody with an account and prints it, this once.
  tenant create --slug <slug> --name <text> [--sample <name>] [--rows <number>]
      Makes a tenant. The slug is what the identity provider's claim calls it. It starts empty, or with a sample:
      ncua-2025q4, the call report; core, as many made-up transactions as --rows says.
  tenant set --slug <slug> [--chat <on|off|default>] [--sql <nobody|administrators|everyone|default>]
      Lets the people of a tenant write to each other, or not; default leaves it to CHAT.
  model push <file> --tenant <slug> [--message <text>]
      Puts a model in force for a tenant, if it is valid, fits the warehouse and breaks no report.
  model push <file> --template [--message <text>]
      Makes a template's next version, and puts it in force for the tenants that extend it and that it fits.
  model pull --tenant <slug> [--version <number>] [<file>]
      Writes a tenant's model as it was pushed.
  model list --tenant <slug>
      Lists the versions of a tenant's model: when, by whom, why.
  model diff --tenant <slug> [--from <number> --to <number>]
      Says what a tenant changes of its template and what the template changed since, or what differs between versions.
  model restore --tenant <slug> --version <number> [--message <text>]
      Puts an older version in force again.
  model suggest-rollups --tenant <slug> [<file>]
      Writes rollups that would have answered what was asked lately, to be put into the model.
  model generate --tenant <slug> [<file>]
      Writes a first model of a tenant's tables, guessed from what is in them; comments say what was guessed and why.
  mapping push <file> --tenant <slug> --type <name> [--message <text>]
      Says anew what the codes of a mapping mean: a CSV with the columns code, value, from, until and attributes, or YAML.
  mapping pull --tenant <slug> --type <name> [--version <number>] [<file>]
      Writes what they mean, as CSV or YAML.
  mapping list --tenant <slug>
      Lists the mappings of a tenant's model.
  parameter set --tenant <slug> <name>=<value> …
      Sets parameters of a tenant's model; name= takes a value back.
  parameter list --tenant <slug>
      Lists them with their values.
  warehouse connect (--tenant <slug> | --everybody) <file.yaml>
      Leads a tenant, or all without a connection of their own, to a warehouse in a server, after trying it.
  warehouse show (--tenant <slug> | --everybody)
      Tells how a warehouse is reached, without its secrets.
  warehouse disconnect (--tenant <slug> | --everybody)
      Takes a connection away; figures come from Rise's own files again.
  mail retry
      Tries mail again that could not be delivered.
  doctor
      Checks this installation, a line for each thing.`;

const DAYS = { usual: 90, most: 3650 };
const MOST_ROWS = 1_000_000_000;
const SLUG = /^[a-z][a-z0-9-]{0,62}$/;

/** Runs one command; answers the exit code: 0 done, 1 not done, 2 not understood. */
export async function runCommand(words: readonly string[]): Promise<number> {
  const [first = '', second = ''] = words;
  try {
    if (first === 'doctor') return await doctor(words.slice(1));
    if (first === 'token' && second === 'create') return await tokenCreate(words.slice(2));
    if (first === 'tenant' && second === 'create') return await tenantCreate(words.slice(2));
    if (first === 'tenant' && second === 'set') return await tenantSet(words.slice(2));
    if (first === 'model') return await atDesk(readModelCommand(second, words.slice(2)));
    if (first === 'mapping') return await atDesk(readMappingCommand(second, words.slice(2)));
    if (first === 'parameter') return await atDesk(readParameterCommand(second, words.slice(2)));
    if (first === 'warehouse') return await warehouse(second, words.slice(2));
    if (first === 'mail' && second === 'retry') return await mailRetry(words.slice(2));
    if (['', 'help', '--help', '-h'].includes(first)) {
      say(USAGE);
      return first === '' ? 2 : 0;
    }
    throw new UsageError(`there is no command '${[first, second].join(' ').trim()}'`);
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`rise: ${error.message}\n\n${USAGE}\n`);
      return 2;
    }
    sayWhy(error);
    return 1;
  }
}

async function tokenCreate(words: string[]): Promise<number> {
  const { email, tenant, name, days, issuer } = read(words, ['email', 'tenant', 'name', 'days', 'issuer']);
  if (email === undefined) throw new UsageError('--email is missing');
  const lifetime = days === undefined ? DAYS.usual : Number(days);
  if (!Number.isInteger(lifetime) || lifetime < 1 || lifetime > DAYS.most) {
    throw new UsageError(`--days is '${days}'; write a whole number from 1 to ${DAYS.most}`);
  }
  const wish = { email, tenant: tenant ?? null, name: name ?? 'command line', days: lifetime, issuer: issuer ?? null };
  const made = await withDatabase((database) => createToken(database, wish));
  // The token alone on standard output, so that it can be piped.
  process.stderr.write(`Good until ${made.expiresAt.toISOString().slice(0, 10)}; it is shown this once.\n`);
  say(made.token);
  return 0;
}

async function tenantCreate(words: string[]): Promise<number> {
  const { slug, name, sample, rows } = read(words, ['slug', 'name', 'sample', 'rows']);
  if (slug === undefined || name === undefined)
    throw new UsageError(`--${slug === undefined ? 'slug' : 'name'} is missing`);
  if (!SLUG.test(slug))
    throw new UsageError(`--slug is '${slug}'; write lower-case letters, digits and hyphens, a letter first`);
  if (name.trim() === '' || name.length > 200) throw new UsageError('--name is to have 1 to 200 characters');
  if (rows !== undefined && sample === undefined) throw new UsageError('--rows is for a sample; name it with --sample');
  const count = rows === undefined ? undefined : Number(rows);
  if (count !== undefined && !(Number.isInteger(count) && count >= 1 && count <= MOST_ROWS))
    throw new UsageError(`--rows is '${rows}'; write a whole number from 1 to ${MOST_ROWS}`);
  const wish = { slug, name, sample: sample === undefined ? null : { sample, rows: count } };
  await withDatabase((database, config) => makeTenant(database, config, wish, say));
  say(`Tenant ${slug} made.`);
  return 0;
}

async function tenantSet(words: string[]): Promise<number> {
  const { slug, chat, sql } = read(words, ['slug', 'chat', 'sql']);
  if (slug === undefined) throw new UsageError('--slug is missing');
  if (chat === undefined && sql === undefined) throw new UsageError('--chat or --sql is missing');
  if (chat !== undefined && !['on', 'off', 'default'].includes(chat))
    throw new UsageError(`--chat is '${chat}'; write on, off or default`);
  const access = SQL_ACCESS.find((each) => each === sql) ?? null;
  if (sql !== undefined && access === null && sql !== 'default')
    throw new UsageError(`--sql is '${sql}'; write ${SQL_ACCESS.join(', ')} or default`);
  const set = (database: Database) => [
    ...(chat === undefined ? [] : [switchChat(database, slug, chat === 'default' ? null : chat === 'on')]),
    ...(sql === undefined ? [] : [switchSql(database, slug, access)]),
  ];
  if (!(await withDatabase((database) => Promise.all(set(database)))).every(Boolean))
    throw new Refusal(`there is no tenant with the slug '${slug}'`);
  if (chat !== undefined) say(`Chat in tenant ${slug}: ${chat}.`);
  if (sql !== undefined) say(`SQL by hand in tenant ${slug}: ${sql}.`);
  return 0;
}

async function atDesk(work: (desk: ModelDesk) => Promise<void>): Promise<number> {
  await withDatabase((database, config) => work({ database, config, say }));
  return 0;
}

async function warehouse(what: string, words: string[]): Promise<number> {
  if (what !== 'connect' && what !== 'show' && what !== 'disconnect')
    throw new UsageError(`there is no command 'warehouse ${what}'`);
  const { options, on, others } = readAll(words, ['tenant'], ['everybody'], what === 'connect' ? 1 : 0);
  const { tenant } = options;
  const [file] = others;
  if (on.has('everybody') === (tenant !== undefined)) throw new UsageError('write either --tenant or --everybody');
  if (what === 'connect' && file === undefined) throw new UsageError('name the file with the settings');
  const wish: WarehouseWish = what === 'connect' ? { do: what, file: file! } : { do: what };
  const found = await withDatabase((database, config) => changeWarehouse(database, config, tenant ?? null, wish));
  if (what === 'show') say(found ? stringify(found).trimEnd() : 'duckdb: files of its own');
  else say([`Warehouse ${what}ed.`, ...(found?.note ? [found.note.en, found.note.tr] : [])].join('\n'));
  return 0;
}

async function mailRetry(words: string[]): Promise<number> {
  read(words, []);
  const count = await withDatabase(retryMail);
  say(`${count} mails are tried again within a minute, by the server when it runs.`);
  return 0;
}

async function doctor(words: string[]): Promise<number> {
  read(words, []);
  let healthy = true;
  for await (const { name, fault, found } of examine(process.env, ROOT)) {
    say(fault === null ? `ok    ${name}: ${found}` : `FAIL  ${name}: ${fault}`);
    healthy &&= fault === null;
  }
  return healthy ? 0 : 1;
}

async function withDatabase<T>(work: (database: Database, config: Config) => Promise<T>): Promise<T> {
  const config = loadConfig(process.env, ROOT);
  const postgres = await borrowApplicationDatabase(config);
  const database = openDatabase({ connection: { ...postgres.connection, max: 2 } });
  try {
    return await work(database, config);
  } finally {
    await database.close();
    await postgres.stop();
  }
}
