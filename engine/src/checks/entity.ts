import type { Dataset } from '@rise/contract';
import type { IssuePath, ReportIssue } from '../errors.ts';
import { suggestName } from '../expression/suggest-name.ts';

/**
 * Checks that an entity's key identifies members and that its name is a text. Members may change their names over time,
 * so one key may have several.
 */
export function checkEntity({ name: dataset, entity, dimensions }: Dataset, at: IssuePath, report: ReportIssue): void {
  if (!entity) return;
  const names = dimensions.map(({ name }) => name);
  const find = (part: 'key' | 'name') => {
    const dimension = dimensions.find(({ name }) => name === entity[part]);
    if (!dimension)
      report(
        [...at, 'entity', part],
        `There is no dimension '${entity[part]}' in '${dataset}'.${suggestName(entity[part], names)}`,
      );
    return dimension;
  };
  const [key, shown] = [find('key'), find('name')];
  if (key && (key.bands || key.per || key.since))
    report([...at, 'entity', 'key'], `'${key.name}' is computed and identifies nothing. Name the dimension of a key.`);
  if (shown && (shown.type !== 'string' || shown.bands || shown.per || shown.since))
    report([...at, 'entity', 'name'], `'${shown.name}' is not the text of a row. Name a text dimension of the rows.`);
}
