import type { ErrorDetail, ModelVersion } from '@rise/contract';
import type { ModelIssue } from '@rise/engine';
import type { NewNotification } from '../inbox/inbox.service.ts';
import type { ModelRow, TemplateVersion } from './models.sql.ts';

/** A version without its document. */
export function toModelVersion(
  row: Omit<ModelRow, 'document' | 'templateDocument' | 'hash'>,
  current: boolean,
): ModelVersion {
  const { version, author, origin, message, template, templateVersion } = row;
  return {
    version,
    current,
    createdAt: row.createdAt.toISOString(),
    author,
    origin,
    message,
    template: template === null || templateVersion === null ? null : { name: template, version: templateVersion },
  };
}

/** An issue in one line: its location, what is wrong and what to do. */
export function formatIssue({ file, line, column, path, message }: ModelIssue): string {
  const place = line === null ? file : `${file}:${line}:${column}`;
  return `${place}${path === '' ? '' : ` ${path}`}: ${message}`;
}

/** Issues as details of an error response; those in another document than the one sent name it. */
export function toDetails(issues: readonly ModelIssue[]): ErrorDetail[] {
  return issues.map(({ file, line, column, path, message }) =>
    line === null || column === null
      ? { field: path === '' ? 'document' : path, message: file === DOCUMENT ? message : `${file}: ${message}` }
      : { field: path === '' ? 'document' : path, message, line, column },
  );
}

/** The document's name in issues when it was sent over the API. */
export const DOCUMENT = 'document';

/** Issues that are not among the known ones. */
export function excludeKnown(issues: readonly ModelIssue[], before: readonly ModelIssue[]): ModelIssue[] {
  const known = new Set(before.map(formatIssue));
  return issues.filter((issue) => !known.has(formatIssue(issue)));
}

/** Notifies a tenant's administrators that their model does not fit a template's new version. */
export function templateMismatchNotification(
  { name, version }: TemplateVersion,
  issues: readonly ModelIssue[],
): NewNotification {
  const first = issues[0] ? formatIssue(issues[0]) : '';
  const more = Math.max(0, issues.length - 1);
  return {
    kind: 'templates',
    icon: 'alert',
    title: {
      en: `Your model stays on an older version of its template`,
      tr: `Modeliniz şablonunun eski sürümünde kaldı`,
    },
    description: {
      en: `It does not fit version ${version} of '${name}': ${first}${more > 0 ? ` And ${more} more.` : ''} Correct your model and push it again.`,
      tr: `'${name}' şablonunun ${version} sürümüne uymuyor: ${first}${more > 0 ? ` Ve ${more} sorun daha.` : ''} Modelinizi düzeltip yeniden gönderin.`,
    },
    link: null,
  };
}
