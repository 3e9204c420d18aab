import { parse as parsePlainYaml } from 'yaml';
import { distinct } from '../expression/distinct.ts';
import { model as modelSchema, reportDocument } from '@rise/contract';
import type { Model, ReportDocument } from '@rise/contract';
import { ModelError } from '../errors.ts';
import type { IssuePath, ModelIssue, ReportIssue } from '../errors.ts';
import { checkCatalog } from '../checks/catalog.ts';
import type { Catalog } from '../model/catalog.ts';
import { checkKeys } from '../checks/keys.ts';
import type { RepeatedKey } from '../model/joins.ts';
import { withDeclaredNames } from '../model/declared-names.ts';
import { indexChecked } from '../checks/compile-model.ts';
import { checkReport } from '../checks/report.ts';
import { composeModel, templateOf } from './compose-model.ts';
import { parseYaml, readYaml } from '../yaml/read-yaml.ts';
import type { YamlText } from '../yaml/read-yaml.ts';
import { schemaIssues, schemaMessage } from '../yaml/schema-messages.ts';
import { expandShared, sharedIn } from './shared-definitions.ts';

/** The source text of a semantic model. */
export interface ModelSource {
  /** YAML. */
  text: string;
  /** Its name in messages. */
  file: string;
  /** The text of the template that it extends, if any. */
  template?: string | null;
  /** The warehouse to check it against: tables, columns and types. */
  catalog?: Catalog | null;
  /** Whether the warehouse's engine distinguishes upper and lower case in names. */
  exact?: boolean;
  /** Whether it is known when the warehouse's columns were delivered, so that optional ones may be missing. */
  measured?: boolean;
  /** Join keys with several rows in the warehouse. */
  repeated?: readonly RepeatedKey[];
}

/** Name of the template that a model extends, or null. Throws `ModelError` for invalid YAML. */
export function extendedTemplate(text: string, file: string): string | null {
  return templateOf(readYaml(text, file).data);
}

/**
 * Reads a semantic model, composed with its template if it extends one. Throws `ModelError` with file, line, column,
 * path and remedy of every issue; if a catalog is given, including mismatches with the warehouse.
 */
export function readModel({
  text,
  file,
  template = null,
  catalog = null,
  exact = false,
  measured = false,
  repeated = [],
}: ModelSource): Model {
  const source = readYaml(text, file);
  const extended = templateOf(source.data);
  if (extended !== null && template === null) {
    throw new ModelError([source.issueAt(['extends'], `There is no template '${extended}'. Name an existing one.`)]);
  }
  const composed =
    extended === null || template === null ? null : composeModel(parseModel(template, `template ${extended}`), source);
  const issues: ModelIssue[] = [];
  const data = composed ? composed.data : withShared(source, issues);
  if (issues.length > 0) throw new ModelError(issues);
  const issueAt = (path: IssuePath, message: string): ModelIssue => {
    if (!composed) return source.issueAt(path, message);
    const own = composed.locate(path);
    return own
      ? source.issueAt(own, message)
      : { ...source.issueAt(['extends'], `In the template's ${nameOf(data, path)}: ${message}`), path: path.join('.') };
  };
  const parsed = modelSchema.safeParse(data, { error: schemaMessage });
  if (!parsed.success)
    throw new ModelError(distinct(schemaIssues(parsed.error).map(({ path, message }) => issueAt(path, message))));
  const model = withDeclaredNames(parsed.data);
  indexChecked(model, (path, message) => void issues.push(issueAt(path, message)));
  if (issues.length === 0 && catalog) issues.push(...checkCatalog(model, catalog, { issueAt, exact, measured }));
  if (issues.length === 0) issues.push(...checkKeys(model, repeated, issueAt));
  // A shared definition has the same issue in every dataset that uses it.
  if (issues.length > 0) throw new ModelError(distinct(issues));
  return model;
}

/** The document with the shared definitions that its datasets use. */
function withShared({ data, issueAt }: YamlText, issues: ModelIssue[]): unknown {
  if (typeof data !== 'object' || data === null || !('datasets' in data)) return data;
  const report: ReportIssue = (path, message) => void issues.push(issueAt(path, message));
  return { ...data, datasets: expandShared(data.datasets, sharedIn(data), report) };
}

/** The innermost named member on a path. */
function nameOf(data: unknown, path: IssuePath): string {
  let name = 'document';
  let here = data;
  for (const key of path) {
    here = (here as Record<PropertyKey, unknown> | undefined)?.[key];
    const result = (here as { name?: unknown } | undefined)?.name;
    if (typeof result === 'string') name = `'${result}'`;
  }
  return name;
}

/** Reads a semantic model that extends no template. Throws `ModelError` as `readModel` does. */
export function parseModel(yamlText: string, fileName: string): Model {
  return readModel({ text: yamlText, file: fileName });
}

/** Reads a report from YAML and checks it against its model. Throws `ModelError` as `parseModel` does. */
export function parseReport(yamlText: string, fileName: string, of: Model): ReportDocument {
  const parsed = parseYaml(reportDocument, yamlText, fileName);
  const issues: ModelIssue[] = [];
  checkReport(parsed.value, of, (path, message) => issues.push(parsed.issueAt(path, message)));
  if (issues.length > 0) throw new ModelError(issues);
  return parsed.value;
}

/** The values of a YAML document of any kind; throws a `ModelError` for what is no YAML. */
export function readYamlValues({ text, file }: ModelSource): unknown {
  try {
    return parsePlainYaml(text);
  } catch (error) {
    throw new ModelError([{ file, line: null, column: null, path: '', message: (error as Error).message }]);
  }
}
