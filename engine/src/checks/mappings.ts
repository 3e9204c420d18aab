import { UNMAPPED } from '@rise/contract';
import type { Dataset, Model } from '@rise/contract';
import type { IssuePath, ReportIssue } from '../errors.ts';
import { suggestName } from '../expression/suggest-name.ts';

function checkDimensions(model: Model, dataset: Dataset, at: IssuePath, report: ReportIssue): void {
  const known = model.mappings.map(({ name }) => name);
  for (const [index, { name, mapping, type, values, bands }] of dataset.dimensions.entries()) {
    const path = [...at, 'dimensions', index];
    if (mapping === undefined) {
      // Alerts identify codes by this name, so it has to be unique.
      if (values && known.includes(name))
        report(
          [...path, 'values'],
          `'${name}' is also a mapping. Give the dimension 'mapping: ${name}' instead of values, or rename one.`,
        );
      continue;
    }
    if (!known.includes(mapping))
      report(
        [...path, 'mapping'],
        `There is no mapping '${mapping}'. Add it under mappings.${suggestName(mapping, known)}`,
      );
    if (type !== 'string') report([...path, 'type'], 'A dimension with a mapping has the type string.');
    if (values)
      report(
        [...path, 'values'],
        'The meaning of its codes is defined by the targets of the mapping. Leave values out.',
      );
    if (bands) report([...path, 'bands'], 'A dimension has a mapping or bands. Leave one out.');
  }
}

/** Checks mappings and the dimensions that use them. */
export function checkMappings(model: Model, report: ReportIssue): void {
  const seen = new Set<string>();
  for (const [index, { name, targets = [], attributes }] of model.mappings.entries()) {
    const at = ['mappings', index];
    if (seen.has(name)) report([...at, 'name'], `There are two mappings '${name}'. Rename one.`);
    seen.add(name);
    for (const [place, { value }] of targets.entries()) {
      const path = [...at, 'targets', place, 'value'];
      if (value === UNMAPPED) report(path, `'${UNMAPPED}' is reserved for unmapped codes. Choose another value.`);
      if (targets.findIndex((target) => target.value === value) < place)
        report(path, `'${value}' is listed twice. Leave one out.`);
    }
    for (const [place, attribute] of attributes.entries())
      if (attributes.findIndex((item) => item.name === attribute.name) < place)
        report([...at, 'attributes', place, 'name'], `'${attribute.name}' is listed twice. Leave one out.`);
  }
  for (const [index, dataset] of model.datasets.entries()) checkDimensions(model, dataset, ['datasets', index], report);
}
