import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { parse } from 'yaml';
import { OperatorError } from '../../kernel/errors/operator-error.ts';
import { slugOf } from '../../report-drafts/report-files.service.ts';
import { pathFromOperator } from '../command-context.ts';
import { readText } from './models.ts';

/** A file with a report. */
export interface ReportText {
  /** As the operator named it, or its folder. */
  readonly file: string;
  /** The report's name in files: the file's, without the ending. */
  readonly key: string;
  /** The folder that it is in, which is called as its workspace. */
  readonly folder: string;
  readonly text: string;
}

const ENDING = /\.ya?ml$/;
const KEY = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const MAX_KEY = 80;

/**
 * The reports in files and folders, by path. In folders, YAML that is no report is passed over, such as a model. Throws an
 * `OperatorError` for a path that does not exist, and for files that cannot be told apart by their names.
 */
export async function readReports(paths: readonly string[]): Promise<ReportText[]> {
  const files = new Map<string, ReportText>();
  for (const path of paths)
    for (const { file, isNamed } of await filesOf(path)) {
      const text = await readText(file);
      if (isNamed || looksLikeReport(text)) files.set(pathFromOperator(file), reportText(file, text));
    }
  const reports = [...files.values()];
  if (reports.length === 0)
    throw new OperatorError(`there is no report in ${paths.join(', ')}; name a file or a folder with some`);
  const issues = nameIssues(reports);
  if (issues.length > 0) throw new OperatorError(issues);
  return reports;
}

const reportText = (file: string, text: string): ReportText => ({
  file,
  key: basename(file).replace(ENDING, ''),
  folder: basename(dirname(pathFromOperator(file))),
  text,
});

/** A file as it is, or the YAML files of a folder and the folders in it. */
async function filesOf(path: string): Promise<{ file: string; isNamed: boolean }[]> {
  const found = await stat(pathFromOperator(path)).catch(() => null);
  if (!found) throw new OperatorError(`there is no file or folder ${path}; name another one`);
  if (!found.isDirectory()) return [{ file: path, isNamed: true }];
  const names = await yamlIn(pathFromOperator(path));
  return names.map((name) => ({ file: join(path, name), isNamed: false }));
}

/** YAML files below a folder, hidden ones and dependencies left out. */
async function yamlIn(folder: string, below = ''): Promise<string[]> {
  const entries = await readdir(join(folder, below), { withFileTypes: true });
  const names: string[] = [];
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    const name = join(below, entry.name);
    if (entry.isDirectory()) names.push(...(await yamlIn(folder, name)));
    else if (ENDING.test(entry.name)) names.push(name);
  }
  return names;
}

/** What cannot be read as YAML may be one: its errors are then reported. */
function looksLikeReport(text: string): boolean {
  try {
    const value: unknown = parse(text);
    return (
      typeof value === 'object' && value !== null && !('datasets' in value || 'extends' in value || 'tables' in value)
    );
  } catch {
    return true;
  }
}

function nameIssues(reports: readonly ReportText[]): string[] {
  const issues: string[] = [];
  const first = new Map<string, string>();
  for (const { file, key } of reports) {
    const other = first.get(key);
    if (!KEY.test(key) || key.length > MAX_KEY)
      issues.push(
        `${file}: the name has more than lower-case letters, digits and hyphens; rename it ${slugOf(key).slice(0, MAX_KEY) || 'report'}.yaml`,
      );
    else if (other === undefined) first.set(key, file);
    else issues.push(`${file}: ${other} is of the same report, '${key}'; rename or remove one`);
  }
  return issues;
}

/** The file of each report in the folders of workspaces, by key; other YAML files too, which are to be left as they are. */
export async function filesByKey(out: string): Promise<Map<string, string>> {
  const folder = pathFromOperator(out);
  const names = (await stat(folder).catch(() => null)) === null ? [] : await yamlIn(folder);
  const files = new Map<string, string>();
  for (const name of names) {
    const text = await readFile(resolve(folder, name), 'utf8');
    if (looksLikeReport(text)) files.set(basename(name).replace(ENDING, ''), join(out, name));
  }
  return files;
}
