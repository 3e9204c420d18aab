import { SQL_ACCESS, visibleLine } from '@rise/contract';
import type { Argv } from 'yargs';
import { OperatorError } from '../../kernel/errors/operator-error.ts';
import { isSlug } from '../../kernel/text/slug.ts';
import {
  setTenantChat,
  setTenantChatbot,
  setTenantInsights,
  setTenantSqlAccess,
} from '../../tenants/tenants.service.ts';
import { pathFromOperator, withDatabase } from '../command-context.ts';
import { ProgressLine } from '../operations/backup/progress-line.ts';
import { filesOf, type Archive } from '../operations/tenant-archive/archive.ts';
import { exportTenant } from '../operations/tenant-archive/export-tenant.ts';
import { importTenant } from '../operations/tenant-archive/import-tenant.ts';
import { createTenant, indexNewTenants } from '../operations/tenants.ts';
import { checkWholeNumber } from '../options.ts';

const MOST_ROWS = 1_000_000_000;
const NAME_CHARACTERS = 200;
const SLUG_OPTION = {
  type: 'string',
  demandOption: true,
  describe: "The tenant's slug, as the identity provider's claim has it",
} as const;
const SWITCH = ['on', 'off', 'default'] as const;
const SQL = [...SQL_ACCESS, 'default'] as const;

/** Null: the installation's default. */
const toSetting = (value: (typeof SWITCH)[number]) => (value === 'default' ? null : value === 'on');

export function tenantCommands(yargs: Argv): Argv {
  return importCommand(exportCommand(setCommand(createCommand(yargs))));
}

function checkSlug(slug: string): void {
  if (!isSlug(slug))
    throw new Error(`--slug is '${slug}'; use lower-case letters, digits and hyphens, starting with a letter`);
}

function checkName(name: string): void {
  if (visibleLine(name) === '' || name.length > NAME_CHARACTERS)
    throw new Error(`--name must have 1 to ${NAME_CHARACTERS} characters`);
}

function createCommand(yargs: Argv): Argv {
  return yargs.command(
    'create',
    'Create a tenant, empty or with a sample',
    (command) =>
      command
        .option('slug', SLUG_OPTION)
        .option('name', { type: 'string', demandOption: true, describe: 'Name that people see' })
        .option('sample', {
          type: 'string',
          describe: 'Data to load: ncua-2025q4 (the call report) or core (generated transactions)',
        })
        .option('rows', { type: 'number', implies: 'sample', describe: 'Number of generated transactions' })
        .check(({ slug, name, rows }) => {
          checkSlug(slug);
          checkName(name);
          checkWholeNumber('rows', rows, 1, MOST_ROWS);
          return true;
        }),
    async ({ slug, name, sample, rows }) => {
      await withDatabase(async (context) => {
        await createTenant(context, {
          slug,
          name: visibleLine(name),
          sample: sample === undefined ? null : { sample, rows },
        });
        context.say(`Tenant ${slug} created.`);
      });
    },
  );
}

function setCommand(yargs: Argv): Argv {
  return yargs.command(
    'set',
    "Change a tenant's settings; default returns to the installation's",
    (command) =>
      command
        .option('slug', SLUG_OPTION)
        .option('chat', { choices: SWITCH, describe: 'Whether people of the tenant can write to each other' })
        .option('assistant', { choices: SWITCH, describe: 'Whether people of the tenant have the assistant' })
        .option('insights', { choices: SWITCH, describe: 'Whether the tenant has the insights area' })
        .option('sql', { choices: SQL, describe: 'Who may run ad-hoc SQL' })
        .check(({ chat, assistant, insights, sql }) => {
          if ([chat, assistant, insights, sql].every((value) => value === undefined))
            throw new Error('set --chat, --assistant, --insights or --sql');
          return true;
        }),
    async ({ slug, chat, assistant, insights, sql }) => {
      await withDatabase(async ({ database, say }) => {
        const known = await Promise.all([
          ...(chat === undefined ? [] : [setTenantChat(database, slug, toSetting(chat))]),
          ...(assistant === undefined ? [] : [setTenantChatbot(database, slug, toSetting(assistant))]),
          ...(insights === undefined ? [] : [setTenantInsights(database, slug, toSetting(insights))]),
          ...(sql === undefined ? [] : [setTenantSqlAccess(database, slug, sql === 'default' ? null : sql)]),
        ]);
        if (!known.every(Boolean)) throw new OperatorError(`there is no tenant with the slug '${slug}'`);
        if (chat !== undefined) say(`Chat in tenant ${slug}: ${chat}.`);
        if (assistant !== undefined) say(`Assistant in tenant ${slug}: ${assistant}.`);
        if (insights !== undefined) say(`Insights in tenant ${slug}: ${insights}.`);
        if (sql !== undefined) say(`Ad-hoc SQL in tenant ${slug}: ${sql}.`);
      });
    },
  );
}

function exportCommand(yargs: Argv): Argv {
  return yargs.command(
    'export <folder>',
    'Write the content, settings, people and data of a tenant into a new folder, without secrets, to import it elsewhere',
    (command) =>
      command
        .positional('folder', { type: 'string', demandOption: true, describe: 'A folder that is new or empty' })
        .option('slug', SLUG_OPTION),
    async ({ folder, slug }) => {
      const target = pathFromOperator(folder);
      const progress = new ProgressLine();
      const onProgress = (step: string) => progress.show(step);
      await withDatabase(async (context) => {
        const archive = await exportTenant(context, { slug, folder: target, onProgress }).finally(() =>
          progress.clear(),
        );
        context.say(`Tenant ${slug} as of ${archive.takenAt} in ${target}: ${summaryOf(archive)}.`);
        for (const path of archive.missing)
          context.say(`Missing: ${path} is named by the database, and was not there.`);
        context.say('Not in it: passwords, keys, links, sessions, tokens, domains, mail, the audit trail.');
      });
    },
  );
}

function importCommand(yargs: Argv): Argv {
  return yargs.command(
    'import <folder>',
    'Create a tenant from what export wrote, beside others',
    (command) =>
      command
        .positional('folder', { type: 'string', demandOption: true, describe: 'The folder that export wrote' })
        .option('slug', { ...SLUG_OPTION, demandOption: false, describe: 'Another slug than it had' })
        .option('name', { type: 'string', requiresArg: true, describe: 'Another name than it had' })
        .check(({ slug, name }) => {
          if (slug !== undefined) checkSlug(slug);
          if (name !== undefined) checkName(name);
          return true;
        }),
    async ({ folder, slug, name }) => {
      const progress = new ProgressLine();
      await withDatabase(async (context) => {
        const imported = await importTenant(context, {
          folder: pathFromOperator(folder),
          slug: slug ?? null,
          name: name === undefined ? null : visibleLine(name),
          onProgress: (step) => progress.show(step),
        }).finally(() => progress.clear());
        await indexNewTenants(context);
        const { known, created } = imported.people;
        context.say(`Tenant ${imported.slug} imported: ${summaryOf(imported.archive)}.`);
        context.say(
          `People: ${known} were known here, ${created} were not and can sign in with the same provider only.`,
        );
        context.say('Subscriptions and alerts are paused. Connect warehouses and webhooks, and prove domains, again.');
      });
    },
  );
}

function summaryOf(archive: Archive): string {
  const rows = archive.tables.reduce((sum, table) => sum + table.rows, 0);
  const megabytes = (filesOf(archive).reduce((sum, { bytes }) => sum + bytes, 0) / 1e6).toFixed(1);
  return `${rows} rows of ${archive.tables.length} tables, ${archive.files.length} files, ${megabytes} MB`;
}
