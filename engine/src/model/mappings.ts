import { UNMAPPED } from '@rise/contract';
import type { LocalizedText, Model } from '@rise/contract';
import { suggestName } from '../expression/suggest-name.ts';
import { ExpressionError } from '../expression/tokens.ts';
import { walk } from '../expression/tree.ts';
import type { Expression } from '../expression/tree.ts';

/** The label of a dimension's codes, or UNMAPPED. Null for rows without a code, unless the tenant maps null. */
export function mappedLabel(code: Expression, mapping: string): Expression {
  const { at } = code;
  const call = (of: Expression): Expression => ({
    kind: 'call',
    function: 'mapped',
    arguments: [of, { kind: 'text', value: mapping, at }],
    at,
  });
  const known: Expression = {
    kind: 'call',
    function: 'coalesce',
    arguments: [call(code), { kind: 'text', value: UNMAPPED, at }],
    at,
  };
  const some: Expression = { kind: 'missing', of: code, negated: true, at };
  return { kind: 'case', of: null, when: [{ when: some, value: known }], else: call({ kind: 'null', at }), at };
}

/** Names of the mappings that an expression uses, without duplicates. */
export function mappingsIn(expression: Expression | undefined): string[] {
  const names = new Set<string>();
  if (expression)
    walk(expression, (item) => {
      const named = item.kind === 'call' && item.function === 'mapped' ? item.arguments[1] : undefined;
      if (named?.kind === 'text') names.add(named.value);
    });
  return [...names];
}

/** Throws `ExpressionError` if an expression uses a mapping, or an attribute of one, that the model does not have. */
export function checkMapped(expression: Expression, { mappings }: Model): void {
  walk(expression, (item) => {
    if (item.kind !== 'call' || item.function !== 'mapped') return;
    const [, mapping, attribute] = item.arguments;
    const named = mapping?.kind === 'text' ? mappings.find(({ name }) => name === mapping.value) : undefined;
    if (!named) {
      const near =
        mapping?.kind === 'text'
          ? suggestName(
              mapping.value,
              mappings.map(({ name }) => name),
            )
          : '';
      throw new ExpressionError(
        mapping?.at ?? item.at,
        `MAPPED wants the name of a mapping in quotes here. Add it under mappings.${near}`,
      );
    }
    const known = named.attributes.map(({ name }) => name);
    if (attribute && !(attribute.kind === 'text' && known.includes(attribute.value))) {
      const near = attribute.kind === 'text' ? suggestName(attribute.value, known) : '';
      throw new ExpressionError(attribute.at, `MAPPED wants the name of an attribute of '${named.name}' here.${near}`);
    }
  });
}

const UNMAPPED_TITLE: LocalizedText = { en: 'Unmapped', tr: 'Eşleştirilmemiş' };

/** Adds titles for the values of dimensions that use a mapping. */
export function withMappedValues(model: Model): Model {
  const targets = new Map(model.mappings.map((mapping) => [mapping.name, mapping.targets ?? []]));
  return {
    ...model,
    datasets: model.datasets.map((dataset) => ({
      ...dataset,
      dimensions: dataset.dimensions.map((dimension) =>
        dimension.mapping === undefined
          ? dimension
          : {
              ...dimension,
              values: [...(targets.get(dimension.mapping) ?? []), { value: UNMAPPED, title: UNMAPPED_TITLE }],
            },
      ),
    })),
  };
}
