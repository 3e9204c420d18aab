import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fold, type Model, type ReportDocument } from '@rise/contract';
import { ModelError, parseModel, readReportFile, writeReportFile, type ReportFile } from '@rise/engine';
import { permissionsOf, type TenantActor } from '../../kernel/actor.ts';
import { OperatorError } from '../../kernel/errors/operator-error.ts';
import { UserError } from '../../kernel/errors/user-error.ts';
import { formatIssue } from '../../models/models.rules.ts';
import { ModelService } from '../../models/models.service.ts';
import { findReader } from '../../query/view-as.service.ts';
import { PICTURE_ENTRY } from '../../host/config/paths.ts';
import { PictureReader, ReportPictureService } from '../../report-pictures/report-pictures.service.ts';
import { isNamed, ReportFileService, slugOf, type StoredReport } from '../../report-drafts/report-files.service.ts';
import {
  operatorName,
  pathFromOperator,
  tenantActor,
  withWarehouses,
  type CommandContext,
} from '../command-context.ts';
import { readText } from './models.ts';
import { readPictures, writePictures } from './picture-files.ts';
import { filesByKey, readReports, type ReportText } from './report-paths.ts';

export interface PullCommand {
  readonly tenant: string;
  /** Folder that has a folder for each workspace. */
  readonly out: string;
  /** Name of a workspace; null: all. */
  readonly workspace: string | null;
  /** Title, or name of the file; null: all. */
  readonly report: string | null;
  /** What their editors work on, instead of what is published. */
  readonly draft: boolean;
  /** Removes the files of reports that are not there any more. */
  readonly prune: boolean;
  /** Writes over changes that were not pushed. */
  readonly force: boolean;
}

export interface PushCommand {
  readonly tenant: string;
  readonly paths: readonly string[];
  /** Where new reports are created; null: in the workspace of their folder's name. */
  readonly workspace: string | null;
  /** Email address of the person whose change it is; null: the operator's. */
  readonly as: string | null;
  readonly publish: boolean;
  readonly note: string;
  readonly force: boolean;
}

/** An operator as an administrator of the tenant. */
async function operatorIn(context: CommandContext, slug: string): Promise<TenantActor> {
  const actor = await tenantActor(context, slug);
  return { ...actor, permissions: permissionsOf(['tenant.admin']) };
}

/** Writes reports as files, one folder for each workspace: all of them, or none where a file has changes of its own. */
export function pullReports(context: CommandContext, command: PullCommand): Promise<void> {
  return withReports(context, async ({ files }) => {
    const actor = await operatorIn(context, command.tenant);
    const all = await files.list(actor, { drafts: command.draft });
    const reports = chosen(all, command);
    requireFolders(reports);
    const existing = await filesByKey(command.out);
    const plans: FilePlan[] = [];
    const issues: string[] = [];
    for (const report of reports) {
      const plan = await planFile(report, command.out, existing.get(report.key) ?? null, issues);
      if (plan?.before && !command.force && !(await isStored(files, actor, report, plan.before)))
        issues.push(
          `${plan.from ?? plan.path}: it has changes that were not pushed; push them, or write over them with --force`,
        );
      if (plan) plans.push(plan);
    }
    if (issues.length > 0) throw new OperatorError(issues);
    const outdated = command.prune ? await outdatedFiles(existing, all, command) : [];
    for (const plan of plans) await writePlan(context, plan);
    const pulled = plans.map(({ path, document }) => ({ file: path, document }));
    await writePictures(
      context,
      pulled,
      await files.pictures(
        actor,
        pulled.map(({ document }) => document),
      ),
    );
    for (const file of outdated) {
      await rm(pathFromOperator(file));
      context.say(`removed    ${file}`);
    }
    const count = (outcome: FilePlan['outcome']) => plans.filter((plan) => plan.outcome === outcome).length;
    context.say(`${count('new')} new, ${count('changed')} changed, ${count('unchanged')} unchanged.`);
  });
}

interface FilePlan {
  readonly path: string;
  /** Where the file is now, if elsewhere: the report has moved to another workspace. */
  readonly from: string | null;
  readonly text: string;
  readonly outcome: 'new' | 'changed' | 'unchanged';
  /** What the file says now; null: there is none. */
  readonly before: ReportFile | null;
  readonly document: ReportDocument;
}

function chosen(all: readonly StoredReport[], { workspace, report, draft }: PullCommand): StoredReport[] {
  const within = workspace === null ? all : all.filter((one) => isNamed(one.workspace, workspace));
  if (workspace !== null && within.length === 0) {
    const names = [...new Set(all.map((one) => `'${one.workspace.name.en}'`))].join(', ');
    throw new OperatorError(`there is no workspace '${workspace}' with reports; choose ${names}`);
  }
  if (report === null) return [...within];
  const key = basename(report).replace(/\.ya?ml$/, '');
  const found = within.filter(
    ({ key: own, document: { title } }) =>
      own === key || [title.en, title.tr ?? title.en].some((text) => fold(text) === fold(report)),
  );
  if (found.length > 0) return found;
  const hint = draft ? '' : ', or add --draft for one that is not published';
  throw new OperatorError(`there is no report '${report}'; name its title or its file${hint}`);
}

const folderOf = ({ workspace }: StoredReport): string => slugOf(workspace.name.en) || 'workspace';

function requireFolders(reports: readonly StoredReport[]): void {
  const names = new Map<string, string>();
  for (const report of reports) {
    const folder = folderOf(report);
    const name = report.workspace.name.en;
    const other = names.get(folder) ?? name;
    if (other !== name)
      throw new OperatorError(
        `the workspaces '${other}' and '${name}' would be the same folder, ${folder}; rename one, or pull one by --workspace`,
      );
    names.set(folder, name);
  }
}

async function planFile(
  report: StoredReport,
  out: string,
  existing: string | null,
  issues: string[],
): Promise<FilePlan | null> {
  const { document, basis, key } = report;
  const path = join(out, folderOf(report), existing === null ? `${key}.yaml` : basename(existing));
  if (existing === null)
    return { path, from: null, text: writeReportFile(document, { basis }), outcome: 'new', before: null, document };
  const before = await readText(existing);
  try {
    const file = readReportFile(before, existing, null);
    const text = writeReportFile(document, { basis, text: before });
    const isMoved = pathFromOperator(existing) !== pathFromOperator(path);
    const outcome = text === before && !isMoved ? 'unchanged' : 'changed';
    return { path, from: isMoved ? existing : null, text, outcome, before: file, document };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    issues.push(...error.issues.map(formatIssue));
    return null;
  }
}

/** Whether the portal has what a file says, so that nothing is lost where the file is written over. */
function isStored(
  files: ReportFileService,
  actor: TenantActor,
  { id }: StoredReport,
  { document, basis }: { document: ReportDocument; basis: ReportFile['basis'] },
): Promise<boolean> {
  return files.has(actor, id, { document, version: basis?.version ?? null });
}

async function writePlan(context: CommandContext, { path, from, text, outcome }: FilePlan): Promise<void> {
  if (outcome === 'unchanged') return;
  const target = pathFromOperator(path);
  await mkdir(dirname(target), { recursive: true });
  if (from !== null) await rename(pathFromOperator(from), target);
  await writeFile(target, text);
  context.say(from === null ? `${outcome.padEnd(9)}  ${path}` : `moved      ${from} to ${path}`);
}

/** Files that were pulled and whose reports are not there any more, in the workspace that is pulled. */
async function outdatedFiles(
  existing: ReadonlyMap<string, string>,
  all: readonly StoredReport[],
  { workspace }: PullCommand,
): Promise<string[]> {
  const keys = new Set(all.map(({ key }) => key));
  const outdated: string[] = [];
  for (const [key, file] of existing) {
    if (keys.has(key) || (workspace !== null && basename(dirname(file)) !== slugOf(workspace))) continue;
    try {
      // A file without a basis is of a report that is still to be created.
      if (readReportFile(await readText(file), file, null).basis) outdated.push(file);
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
    }
  }
  return outdated;
}

/** Checks files against a tenant's active model, a model's file, or the schema alone; prints how many are valid. */
export async function checkReportFiles(
  context: CommandContext | null,
  paths: readonly string[],
  { tenant, model }: { tenant: string | null; model: string | null },
  say: (line: string) => void,
): Promise<void> {
  const reports = await readReports(paths);
  const count = `${reports.length} ${reports.length === 1 ? 'report is' : 'reports are'} valid`;
  if (context && tenant !== null) {
    await withReports(context, async ({ models }) => {
      const actor = await operatorIn(context, tenant);
      readAll(reports, await activeModel(models, actor, tenant));
    });
    say(`${count} with the active model of '${tenant}'. Nothing was changed.`);
  } else if (model !== null) {
    readAll(reports, await readModelFile(model));
    say(`${count} with ${model}. Nothing was changed.`);
  } else {
    readAll(reports, null);
    say(`${count}. Names were not checked: add --tenant or --model.`);
  }
}

async function readModelFile(file: string): Promise<Model> {
  const text = await readText(file);
  try {
    return parseModel(text, file);
  } catch (error) {
    throw toOperatorError(error);
  }
}

async function activeModel(models: ModelService, actor: TenantActor, slug: string): Promise<Model> {
  const active = await models.active(actor);
  if (active) return active.model;
  throw new OperatorError(`'${slug}' has no model yet; push one with 'rise model push'`);
}

/** Throws an `OperatorError` with a line for each issue of all files. */
function readAll(reports: readonly ReportText[], model: Model | null): (ReportText & ReportFile)[] {
  const issues: string[] = [];
  const read = reports.flatMap((report) => {
    try {
      return [{ ...report, ...readReportFile(report.text, report.file, model) }];
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      issues.push(...error.issues.map(formatIssue));
      return [];
    }
  });
  if (issues.length > 0) throw new OperatorError(issues);
  return read;
}

/** Puts files into the drafts of their reports, or publishes them; the files then say what they are based on. */
export function pushReports(context: CommandContext, command: PushCommand): Promise<void> {
  const { tenant, paths, workspace, publish, note, force } = command;
  return withReports(context, async ({ files, models, pictures }) => {
    const operator = await operatorIn(context, tenant);
    const actor = command.as === null ? operator : await requireEditor(context, operator, command.as, tenant);
    const reports = readAll(await readReports(paths), await activeModel(models, operator, tenant));
    const known = await files.pictures(
      actor,
      reports.map(({ document }) => document),
    );
    const pushed = await files.push(
      actor,
      reports.map(({ folder, ...report }) => ({ ...report, workspace: workspace ?? folder })),
      {
        by: { accountId: actor.accountId, author: command.as ?? operatorName() },
        operator: operatorName(),
        publish,
        note,
        force,
        pictures: await readPictures(pictures, reports, known),
      },
    );
    for (const { file, outcome, isPublished, basis } of pushed) {
      const { document, text } = reports.find((report) => report.file === file)!;
      const after = writeReportFile(document, { basis, text });
      if (after !== text) await writeFile(pathFromOperator(file), after);
      if (outcome !== 'unchanged')
        context.say(
          `${outcome.padEnd(9)}  ${file}: ${isPublished ? `version ${basis.version} is published` : 'in the draft'}`,
        );
    }
    const changed = pushed.filter(({ outcome }) => outcome !== 'unchanged').length;
    context.say(`${changed} pushed, ${pushed.length - changed} unchanged.`);
  });
}

async function requireEditor(
  { database }: CommandContext,
  { tenantId }: TenantActor,
  email: string,
  slug: string,
): Promise<TenantActor> {
  const person = await findReader(database, tenantId, email);
  if (person?.permissions.has('report.write')) return person;
  throw new OperatorError(
    person
      ? `--as: ${email} may not edit reports; name someone who may`
      : `--as: '${slug}' has no active person, or several, with the address ${email}; people are added at their first sign-in`,
  );
}

/** Runs a command on the reports; converts API errors into operator errors. */
async function withReports(
  context: CommandContext,
  work: (open: { files: ReportFileService; models: ModelService; pictures: ReportPictureService }) => Promise<void>,
): Promise<void> {
  try {
    await withWarehouses(context, ({ warehouses }) => {
      const { database } = context;
      return work({
        files: new ReportFileService({ database, warehouses }),
        models: new ModelService({ database, warehouses }),
        pictures: new ReportPictureService({ database, reader: new PictureReader({ entry: PICTURE_ENTRY }) }),
      });
    });
  } catch (error) {
    throw toOperatorError(error);
  }
}

function toOperatorError(error: unknown): unknown {
  if (error instanceof ModelError) return new OperatorError(error.issues.map(formatIssue), { cause: error });
  if (!(error instanceof UserError)) return error;
  const lines = (error.details ?? []).map(({ field, message }) => `${field}: ${message}`);
  return new OperatorError([error.message, ...lines], { cause: error });
}
