import { visibleLine } from '@rise/contract';
import type { Argv } from 'yargs';
import { OperatorError } from '../../kernel/errors/operator-error.ts';
import { isSlug } from '../../kernel/text/slug.ts';
import { SQL_ACCESS, setTenantChat, setTenantInsights, setTenantSqlAccess } from '../../tenants/tenants.service.ts';
import { withDatabase } from '../command-context.ts';
import { createTenant } from '../operations/tenants.ts';
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
  return setCommand(createCommand(yargs));
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
          if (!isSlug(slug))
            throw new Error(`--slug is '${slug}'; use lower-case letters, digits and hyphens, starting with a letter`);
          if (visibleLine(name) === '' || name.length > NAME_CHARACTERS)
            throw new Error(`--name must have 1 to ${NAME_CHARACTERS} characters`);
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
        .option('insights', { choices: SWITCH, describe: 'Whether the tenant has the insights area' })
        .option('sql', { choices: SQL, describe: 'Who may run ad-hoc SQL' })
        .check(({ chat, insights, sql }) => {
          if ([chat, insights, sql].every((value) => value === undefined))
            throw new Error('set --chat, --insights or --sql');
          return true;
        }),
    async ({ slug, chat, insights, sql }) => {
      await withDatabase(async ({ database, say }) => {
        const known = await Promise.all([
          ...(chat === undefined ? [] : [setTenantChat(database, slug, toSetting(chat))]),
          ...(insights === undefined ? [] : [setTenantInsights(database, slug, toSetting(insights))]),
          ...(sql === undefined ? [] : [setTenantSqlAccess(database, slug, sql === 'default' ? null : sql)]),
        ]);
        if (!known.every(Boolean)) throw new OperatorError(`there is no tenant with the slug '${slug}'`);
        if (chat !== undefined) say(`Chat in tenant ${slug}: ${chat}.`);
        if (insights !== undefined) say(`Insights in tenant ${slug}: ${insights}.`);
        if (sql !== undefined) say(`Ad-hoc SQL in tenant ${slug}: ${sql}.`);
      });
    },
  );
}
