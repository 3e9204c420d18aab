import { parseArgs, type ParseArgsConfig } from 'node:util';
import { openDatabase, type Database } from '../kernel/database.ts';
import { Refusal } from '../kernel/refusal.ts';
import { retryMail } from '../mail/outbox.service.ts';
import { createToken } from '../sessions/api-tokens.service.ts';
import { switchChat } from '../tenants/tenants.service.ts';
import { borrowApplicationDatabase } from './application-database.ts';
import { loadConfig, type Config } from './config.ts';
import { examine } from './doctor.ts';
import { ROOT } from './places.ts';
import { makeTenant } from './tenant-command.ts';
import { say, sayWhy } from './terminal.ts';

const USAGE = `Usage: npm run rise -- <command>

  token create --email <address> [--tenant <slug>] [--name <text>] [--days <number>] [--issuer <address>]
      Makes an API token for somebody with an account and prints it, this once.
  tenant create --slug <slug> --name <text> [--sample <name>] [--rows <number>]
      Makes a tenant. The slug is what the identity provider's claim calls it. It starts empty, or with a sample:
      ncua-2025q4, the call report; core, as many made-up transactions as --rows says.
  tenant set --slug <slug> --chat <on|off|default>
      Lets the people of a tenant write to each other, or not; default leaves it to CHAT.
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

class UsageError extends Error {}

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
  await withDatabase((database, { dataDirectory }) => makeTenant(database, dataDirectory, wish, say));
  say(`Tenant ${slug} made.`);
  return 0;
}

async function tenantSet(words: string[]): Promise<number> {
  const { slug, chat } = read(words, ['slug', 'chat']);
  if (slug === undefined || chat === undefined)
    throw new UsageError(`--${slug === undefined ? 'slug' : 'chat'} is missing`);
  if (!['on', 'off', 'default'].includes(chat)) throw new UsageError(`--chat is '${chat}'; write on, off or default`);
  if (!(await withDatabase((database) => switchChat(database, slug, chat === 'default' ? null : chat === 'on'))))
    throw new Refusal(`there is no tenant with the slug '${slug}'`);
  say(`Chat in tenant ${slug}: ${chat}.`);
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

function read<const Name extends string>(words: string[], names: readonly Name[]): Partial<Record<Name, string>> {
  const options: ParseArgsConfig['options'] = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  try {
    return parseArgs({ args: words, options, strict: true }).values as Partial<Record<Name, string>>;
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0]);
  }
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
