import type { CombinedDataset, Dataset } from '@rise/contract';
import type { IssuePath, ReportIssue } from '../errors.ts';
import { suggestName } from '../expression/suggest-name.ts';

/** Checks that hierarchies have unique names and that each level is a dimension of the dataset, listed once. */
export function checkHierarchies(
  { name: dataset, hierarchies }: Pick<Dataset | CombinedDataset, 'name' | 'hierarchies'>,
  dimensions: readonly string[],
  at: IssuePath,
  report: ReportIssue,
): void {
  for (const [index, { name, levels }] of hierarchies.entries()) {
    const path = [...at, 'hierarchies', index];
    if (hierarchies.findIndex((hierarchy) => hierarchy.name === name) < index)
      report([...path, 'name'], `There are two hierarchies '${name}'. Rename one.`);
    for (const [place, level] of levels.entries()) {
      if (!dimensions.includes(level))
        report(
          [...path, 'levels', place],
          `There is no dimension '${level}' in '${dataset}'.${suggestName(level, dimensions)}`,
        );
      if (levels.indexOf(level) < place)
        report([...path, 'levels', place], `'${level}' is a level already. Name each once.`);
    }
  }
}
