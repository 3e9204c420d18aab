import type { ErrorDetail, ModelVersion } from '@rise/contract';
import type { ModelProblem } from '@rise/engine';
import type { News } from '../inbox/inbox.service.ts';
import type { ModelRow, TemplateVersion } from './models.sql.ts';

/** A version as it is told, without its text. */
export function versionOf(
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

/** A problem in one line: where it is, what it is, and what to do about it. */
export function lineOf({ file, line, column, path, message }: ModelProblem): string {
  const place = line === null ? file : `${file}:${line}:${column}`;
  return `${place}${path === '' ? '' : ` ${path}`}: ${message}`;
}

/** Problems as an answer tells them; those in another document than the one sent say in which. */
export function detailsOf(problems: readonly ModelProblem[]): ErrorDetail[] {
  return problems.map(({ file, line, column, path, message }) =>
    line === null || column === null
      ? { field: path === '' ? 'document' : path, message: file === DOCUMENT ? message : `${file}: ${message}` }
      : { field: path === '' ? 'document' : path, message, line, column },
  );
}

/** What messages call a document that came over the API. */
export const DOCUMENT = 'document';

/** Problems that were not there before. */
export function onlyNew(problems: readonly ModelProblem[], before: readonly ModelProblem[]): ModelProblem[] {
  const known = new Set(before.map(lineOf));
  return problems.filter((problem) => !known.has(lineOf(problem)));
}

/** What a tenant's administrators are told when their document does not fit a template's new version. */
export function newsOfMisfit({ name, version }: TemplateVersion, problems: readonly ModelProblem[]): News {
  const first = problems[0] ? lineOf(problems[0]) : '';
  const more = problems.length > 1 ? problems.length - 1 : 0;
  return {
    icon: 'alert',
    title: {
      en: `Your model stays on an older version of its template`,
      tr: `Modeliniz şablonunun eski bir sürümünde kalıyor`,
    },
    description: {
      en: `It does not fit version ${version} of '${name}': ${first}${more > 0 ? ` And ${more} more.` : ''} Correct your model and push it.`,
      tr: `'${name}' şablonunun ${version} sürümüne uymuyor: ${first}${more > 0 ? ` Ve ${more} sorun daha.` : ''} Modelinizi düzeltip yeniden gönderin.`,
    },
    link: null,
  };
}
