import type { Argv } from 'yargs';
import { loadConfig } from '../../host/config/config.ts';
import { ROOT } from '../../host/config/paths.ts';
import { say } from '../../host/start/terminal.ts';
import { pathFromOperator, withDatabase } from '../command-context.ts';
import { bytesOf, createBackup } from '../operations/backup/create-backup.ts';
import type { Manifest } from '../operations/backup/manifest.ts';
import { ProgressLine } from '../operations/backup/progress-line.ts';
import { checkBackup, restoreBackup } from '../operations/backup/restore-backup.ts';
import { readPassphrase } from '../operations/backup/sealed-secret.ts';
import type { Settled } from '../operations/backup/settle.ts';

const PASSPHRASE = {
  type: 'string',
  requiresArg: true,
  describe: "File whose first line is the passphrase that seals the installation's secret",
} as const;
/** Mails that are listed one by one. */
const LISTED = 20;

export function backupCommand(yargs: Argv): Argv {
  return yargs.command(
    'backup <folder>',
    'Write database and data versions as of one moment into a new folder, beside a running server or without one',
    (command) =>
      command
        .positional('folder', { type: 'string', demandOption: true, describe: 'A folder that is new or empty' })
        .option('passphrase-file', PASSPHRASE),
    async ({ folder, passphraseFile }) => {
      const passphrase = await passphraseIn(passphraseFile);
      const target = pathFromOperator(folder);
      const progress = new ProgressLine();
      const onProgress = (step: string) => progress.show(step);
      const manifest = await withDatabase((context) =>
        createBackup(context, { folder: target, passphrase, onProgress }),
      ).finally(() => progress.clear());
      say(`Backup of ${manifest.takenAt} in ${target}: ${summaryOf(manifest)}.`);
      warnOfMissing(manifest);
      if (manifest.secret.file === null)
        say(
          'The secret of the installation is not in it: store SESSION_SECRET (or secrets/session) apart, or use --passphrase-file.',
        );
    },
  );
}

export function restoreCommand(yargs: Argv): Argv {
  return yargs.command(
    'restore <folder>',
    'Restore a backup into an empty data directory, and an empty database; or check it',
    (command) =>
      command
        .positional('folder', { type: 'string', demandOption: true, describe: 'The folder that backup wrote' })
        .option('passphrase-file', PASSPHRASE)
        .option('new-secret', {
          type: 'boolean',
          describe: 'Go on without the secret: stored passwords and signing keys have to be entered again',
        })
        .option('deletions', {
          type: 'string',
          array: true,
          requiresArg: true,
          describe:
            'Delete again what was deleted since: audit/deletions.jsonl of the former RISE_DATA, or a copy of it',
        })
        .option('check', { type: 'boolean', describe: 'Only read the backup, to find what is damaged' })
        .conflicts('check', ['passphrase-file', 'new-secret', 'deletions']),
    async ({ folder, passphraseFile, newSecret, deletions = [], check }) => {
      const progress = new ProgressLine();
      const source = { folder: pathFromOperator(folder), onProgress: (step: string) => progress.show(step) };
      if (check) {
        const manifest = await checkBackup(source).finally(() => progress.clear());
        say(`The backup of ${manifest.takenAt} is whole: ${summaryOf(manifest)}.`);
        return warnOfMissing(manifest);
      }
      const passphrase = await passphraseIn(passphraseFile);
      const config = loadConfig(process.env, ROOT);
      const { manifest, settled } = await restoreBackup(config, {
        ...source,
        passphrase,
        isNewSecret: newSecret === true,
        deletions: deletions.map(pathFromOperator),
      }).finally(() => progress.clear());
      say(`Restored the backup of ${manifest.takenAt} into ${config.dataDirectory}: ${summaryOf(manifest)}.`);
      warnOfMissing(manifest);
      reportSettled(settled);
      if (deletions.length === 0)
        say(
          'Tenants that were deleted since the backup are back. If there are any, restore again with --deletions <former RISE_DATA>/audit/deletions.jsonl, or delete them.',
        );
    },
  );
}

const passphraseIn = async (file: string | undefined) =>
  file === undefined ? null : readPassphrase(pathFromOperator(file));

function summaryOf(manifest: Manifest): string {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const megabytes = (bytesOf(manifest) / 1e6).toFixed(1);
  return `${rows} rows of ${manifest.tables.length} tables, ${manifest.files.length} files, ${megabytes} MB`;
}

function warnOfMissing({ missing }: Manifest): void {
  for (const path of missing) say(`Missing: ${path} is named by the database, and was not there.`);
}

function reportSettled({ sessions, invitations, tokens, mails, slots, deliveries, deleted }: Settled): void {
  say(`Ended: ${sessions} sessions, ${invitations} invitations.`);
  say(`Not sent again: ${mails.length} mails, ${slots} runs of subscriptions, ${deliveries} webhook deliveries.`);
  for (const { recipient, subject } of mails.slice(0, LISTED)) say(`  ${recipient}: ${subject}`);
  if (mails.length > LISTED) say(`  and ${mails.length - LISTED} more`);
  if (mails.length > 0) say("To send the mails after all, run 'npm run rise -- mail retry'.");
  for (const { name, slug } of deleted)
    say(`Deleted since the backup: ${name} (${slug}). It is suspended, and is deleted again once a server runs.`);
  say(`Still valid: ${tokens} API tokens. Revoke those that were revoked since the backup.`);
}
