import { model, reportDocument } from '@rise/contract';
import type { Model, ReportDocument } from '@rise/contract';
import { ModelError } from '../errors.ts';
import type { ModelProblem } from '../errors.ts';
import { checkModel } from './check-model.ts';
import { checkReport } from './check-report.ts';
import { parseYaml } from './parse-yaml.ts';

/** Reads a semantic model from YAML. Throws `ModelError` naming file, line, path and remedy of everything wrong with it. */
export function parseModel(yamlText: string, fileName: string): Model {
  const parsed = parseYaml(model, yamlText, fileName);
  const problems: ModelProblem[] = [];
  checkModel(parsed.value, (path, message) => problems.push(parsed.problem(path, message)));
  if (problems.length > 0) throw new ModelError(problems);
  return parsed.value;
}

/** Reads a report document from YAML and holds it to the model it names. Throws `ModelError` as `parseModel` does. */
export function parseReport(yamlText: string, fileName: string, of: Model): ReportDocument {
  const parsed = parseYaml(reportDocument, yamlText, fileName);
  const problems: ModelProblem[] = [];
  checkReport(parsed.value, of, (path, message) => problems.push(parsed.problem(path, message)));
  if (problems.length > 0) throw new ModelError(problems);
  return parsed.value;
}
