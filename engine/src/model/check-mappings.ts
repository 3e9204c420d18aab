import { UNMAPPED } from '@rise/contract';
import type { Dataset, LocalizedText, Model } from '@rise/contract';
import { ExpressionFault } from '../expression/tokens.ts';
import { walk } from '../expression/tree.ts';
import type { Expression } from '../expression/tree.ts';
import type { ProblemPath } from './parse-yaml.ts';
import { suggestName } from './suggest-name.ts';

type Report = (path: ProblemPath, message: string) => void;

/** A dimension's codes with what they mean, or that nobody has said it. */
export function meant(code: Expression, mapping: string): Expression {
  const { at } = code;
  const call: Expression = { kind: 'call', function: 'mapped', arguments: [code, { kind: 'text', value: mapping, at }], at }; // prettier-ignore
  const known: Expression = { kind: 'call', function: 'coalesce', arguments: [call, { kind: 'text', value: UNMAPPED, at }], at }; // prettier-ignore
  const none: Expression = { kind: 'missing', of: code, negated: true, at };
  return { kind: 'case', of: null, when: [{ when: none, value: known }], else: null, at };
}

/** The mappings that an expression asks, each once. */
export function mappingsIn(expression: Expression | undefined): string[] {
  const names = new Set<string>();
  if (expression)
    walk(expression, (each) => {
      const named = each.kind === 'call' && each.function === 'mapped' ? each.arguments[1] : undefined;
      if (named?.kind === 'text') names.add(named.value);
    });
  return [...names];
}

/** Throws `ExpressionFault` where an expression asks a mapping, or an attribute of one, that the model does not name. */
export function checkMapped(expression: Expression, { mappings }: Model): void {
  walk(expression, (each) => {
    if (each.kind !== 'call' || each.function !== 'mapped') return;
    const [, mapping, attribute] = each.arguments;
    const named = mapping?.kind === 'text' ? mappings.find(({ name }) => name === mapping.value) : undefined;
    if (!named) {
      const near = mapping?.kind === 'text' ? suggestName(mapping.value, mappings.map(({ name }) => name)) : ''; // prettier-ignore
      throw new ExpressionFault(mapping?.at ?? each.at, `MAPPED wants the name of a mapping in quotes here. Add it under mappings.${near}`); // prettier-ignore
    }
    const known = named.attributes.map(({ name }) => name);
    if (attribute && !(attribute.kind === 'text' && known.includes(attribute.value))) {
      const near = attribute.kind === 'text' ? suggestName(attribute.value, known) : '';
      throw new ExpressionFault(attribute.at, `MAPPED wants the name of an attribute of '${named.name}' here.${near}`);
    }
  });
}

function checkDimensions(model: Model, dataset: Dataset, at: ProblemPath, report: Report): void {
  const known = model.mappings.map(({ name }) => name);
  for (const [index, { name, mapping, type, values, bands }] of dataset.dimensions.entries()) {
    const path = [...at, 'dimensions', index];
    if (mapping === undefined) {
      // Alerts and the page of codes tell what is to be configured by one name.
      if (values && known.includes(name))
        report([...path, 'values'], `'${name}' is also a mapping. Give the dimension 'mapping: ${name}' instead of values, or rename one.`); // prettier-ignore
      continue;
    }
    if (!known.includes(mapping))
      report([...path, 'mapping'], `There is no mapping '${mapping}'. Add it under mappings.${suggestName(mapping, known)}`); // prettier-ignore
    if (type !== 'string') report([...path, 'type'], 'A dimension with a mapping has the type string.');
    if (values) report([...path, 'values'], 'What its codes mean stands under targets of the mapping. Leave values out.'); // prettier-ignore
    if (bands) report([...path, 'bands'], 'A dimension has a mapping or bands. Leave one out.');
  }
}

/** Checks what a model says of mappings and which dimensions have them. */
export function checkMappings(model: Model, report: Report): void {
  const seen = new Set<string>();
  for (const [index, { name, targets = [], attributes }] of model.mappings.entries()) {
    const at = ['mappings', index];
    if (seen.has(name)) report([...at, 'name'], `There are two mappings '${name}'. Rename one.`);
    seen.add(name);
    for (const [place, { value }] of targets.entries()) {
      const path = [...at, 'targets', place, 'value'];
      if (value === UNMAPPED) report(path, `'${UNMAPPED}' stands for codes without a meaning. Take another value.`);
      if (targets.findIndex((each) => each.value === value) < place) report(path, `'${value}' is listed twice. Leave one out.`); // prettier-ignore
    }
    for (const [place, attribute] of attributes.entries())
      if (attributes.findIndex((each) => each.name === attribute.name) < place)
        report([...at, 'attributes', place, 'name'], `'${attribute.name}' is listed twice. Leave one out.`);
  }
  for (const [index, dataset] of model.datasets.entries()) checkDimensions(model, dataset, ['datasets', index], report);
}

const UNMAPPED_TITLE: LocalizedText = { en: 'Without a meaning', tr: 'Anlamı olmayan' };

/** The model with titles for what dimensions with a mapping answer. */
export function withMeanings(model: Model): Model {
  const targets = new Map(model.mappings.map((each) => [each.name, each.targets ?? []]));
  return {
    ...model,
    datasets: model.datasets.map((dataset) => ({
      ...dataset,
      dimensions: dataset.dimensions.map(
        (dimension) =>
        dimension.mapping === undefined
          ? dimension
          : { ...dimension, values: [...(targets.get(dimension.mapping) ?? []), { value: UNMAPPED, title: UNMAPPED_TITLE }] }, // prettier-ignore
      ),
    })),
  };
}
