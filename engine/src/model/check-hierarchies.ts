import type { CombinedDataset, Dataset } from '@rise/contract';
import type { ProblemPath } from './parse-yaml.ts';
import { suggestName } from './suggest-name.ts';

type Report = (path: ProblemPath, message: string) => void;

/** Checks that hierarchies have names of their own and lead through dimensions of the dataset, each once. */
export function checkHierarchies(
  { name: dataset, hierarchies }: Pick<Dataset | CombinedDataset, 'name' | 'hierarchies'>,
  dimensions: readonly string[],
  at: ProblemPath,
  report: Report,
): void {
  for (const [index, { name, levels }] of hierarchies.entries()) {
    const path = [...at, 'hierarchies', index];
    if (hierarchies.findIndex((each) => each.name === name) < index)
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
