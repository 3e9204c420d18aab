import type { Model, ReportDocument, Tile } from '@rise/contract';
import type { IssuePath, ReportIssue } from '../errors.ts';
import { suggestName } from '../expression/suggest-name.ts';

/** Checks that a report's parameters have names of their own: a formula can name those of the warehouse, too. */
export function checkParameterNames({ parameters = [] }: ReportDocument, model: Model, issueAt: ReportIssue): void {
  for (const [index, { name }] of parameters.entries())
    if (model.parameters.some((one) => one.name === name))
      issueAt(['parameters', index, 'name'], `'${name}' is a parameter of the warehouse already. Use another name.`);
}

/** Lines of a tile at values of parameters that its report does not have. */
export function unknownParameters(
  tile: Tile,
  { parameters = [] }: ReportDocument,
): { path: IssuePath; message: string }[] {
  if (tile.kind !== 'chart') return [];
  const known = parameters.map(({ name }) => name);
  return (tile.references ?? []).flatMap(({ value }, index) => {
    if (typeof value === 'number' || known.includes(value.parameter)) return [];
    const message = `The report has no parameter '${value.parameter}'.${suggestName(value.parameter, known)}`;
    return [{ path: ['references', index, 'value', 'parameter'], message }];
  });
}
