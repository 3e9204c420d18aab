import { model as modelSchema, reportDocument } from '@rise/contract';
import type { Model, ReportDocument } from '@rise/contract';
import { ModelError } from '../errors.ts';
import type { ModelProblem } from '../errors.ts';
import { checkCatalogue } from './check-catalogue.ts';
import type { Catalogue } from './catalogue.ts';
import { checkJoins } from './check-joins.ts';
import type { RepeatedKey } from './check-joins.ts';
import { indexChecked } from './compile-model.ts';
import { checkReport } from './check-report.ts';
import { composeModel, templateOf } from './compose-model.ts';
import { parseYaml, readYaml } from './parse-yaml.ts';
import type { ProblemPath } from './parse-yaml.ts';

/** A semantic model as it was written. */
export interface ModelSource {
  /** YAML. */
  text: string;
  /** What messages call it. */
  file: string;
  /** The text of the template that it extends, where it does. */
  template?: string | null;
  /** The warehouse to hold it to: its tables, columns and types. */
  catalogue?: Catalogue | null;
  /** Keys of its joins that the warehouse has several rows for. */
  repeated?: readonly RepeatedKey[];
}

/** The name of the template that a model's text extends, or null. Throws `ModelError` for what is no YAML. */
export function extendedTemplate(text: string, file: string): string | null {
  return templateOf(readYaml(text, file).data);
}

/**
 * Reads a semantic model, laid over its template where it extends one. Throws `ModelError` naming file, line, column,
 * path and remedy of everything wrong with it, with the warehouse too where a catalogue is given.
 */
export function readModel({ text, file, template = null, catalogue = null, repeated = [] }: ModelSource): Model {
  const source = readYaml(text, file);
  const extended = templateOf(source.data);
  if (extended !== null && template === null) {
    throw new ModelError([source.problem(['extends'], `There is no template '${extended}'. Name one that there is.`)]);
  }
  const composed =
    extended === null || template === null ? null : composeModel(parseModel(template, `template ${extended}`), source);
  const data = composed ? composed.data : source.data;
  const problem = (path: ProblemPath, message: string): ModelProblem => {
    if (!composed) return source.problem(path, message);
    const own = composed.locate(path);
    return own
      ? source.problem(own, message)
      : { ...source.problem(['extends'], `In the template's ${nameOf(data, path)}: ${message}`), path: path.join('.') };
  };
  const parsed = modelSchema.safeParse(data);
  if (!parsed.success) throw new ModelError(parsed.error.issues.map((issue) => problem(issue.path, issue.message)));
  const problems: ModelProblem[] = [];
  indexChecked(parsed.data, (path, message) => void problems.push(problem(path, message)));
  if (problems.length === 0 && catalogue) problems.push(...checkCatalogue(parsed.data, catalogue, problem));
  if (problems.length === 0) problems.push(...checkJoins(parsed.data, repeated, problem));
  if (problems.length > 0) throw new ModelError(problems);
  return parsed.data;
}

/** The innermost thing with a name on a path. */
function nameOf(data: unknown, path: ProblemPath): string {
  let name = 'document';
  let here = data;
  for (const key of path) {
    here = (here as Record<PropertyKey, unknown> | undefined)?.[key];
    const found = (here as { name?: unknown } | undefined)?.name;
    if (typeof found === 'string') name = `'${found}'`;
  }
  return name;
}

/** Reads a semantic model that stands by itself. Throws `ModelError` as `readModel` does. */
export function parseModel(yamlText: string, fileName: string): Model {
  return readModel({ text: yamlText, file: fileName });
}

/** Reads a report document from YAML and holds it to the model it names. Throws `ModelError` as `parseModel` does. */
export function parseReport(yamlText: string, fileName: string, of: Model): ReportDocument {
  const parsed = parseYaml(reportDocument, yamlText, fileName);
  const problems: ModelProblem[] = [];
  checkReport(parsed.value, of, (path, message) => problems.push(parsed.problem(path, message)));
  if (problems.length > 0) throw new ModelError(problems);
  return parsed.value;
}
