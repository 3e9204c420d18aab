import { reportDocument, reportTexts } from '@rise/contract';
import type { Model, ReportDocument } from '@rise/contract';
import { z } from 'zod';
import { checkAlternatives } from '../checks/alternatives.ts';
import { checkReport } from '../checks/report.ts';
import { ModelError } from '../errors.ts';
import type { IssuePath, ModelIssue } from '../errors.ts';
import { parseYaml } from '../yaml/read-yaml.ts';
import { schemaIssues, schemaMessage } from '../yaml/schema-messages.ts';

/** What a file was written from: a version of its report, 0 before the first one; or a draft over it, by its revision. */
export interface ReportBasis {
  readonly version: number;
  readonly draft: number | null;
}

/** A report as a file: its document, and where that comes from. */
export interface ReportFile {
  readonly document: ReportDocument;
  /** Null: the report is new. */
  readonly basis: ReportBasis | null;
}

const basedOn = z
  .union([z.int().nonnegative(), z.strictObject({ version: z.int().nonnegative(), draft: z.int().positive() })])
  .optional();
const reportFile = z.strictObject({ basedOn, ...reportDocument.shape });
const texts = z.object(reportTexts);

/**
 * Reads a report's file, and checks its names against a model unless that is null. Throws `ModelError` with file, line,
 * column, path and remedy of every issue.
 */
export function readReportFile(text: string, file: string, of: Model | null): ReportFile {
  const { value, issueAt } = parseYaml(reportFile, text, file);
  const { basedOn: basis, ...document } = value;
  const issues: ModelIssue[] = [];
  const checked = texts.safeParse(document, { error: schemaMessage });
  if (!checked.success)
    for (const { path, message } of schemaIssues(checked.error)) issues.push(issueAt(path, message));
  if (of) {
    const add = (path: IssuePath, message: string) => void issues.push(issueAt(path, message));
    checkReport(document, of, add);
    checkAlternatives(document, add);
  }
  if (issues.length > 0) throw new ModelError(issues);
  if (basis === undefined) return { document, basis: null };
  return { document, basis: typeof basis === 'number' ? { version: basis, draft: null } : basis };
}
