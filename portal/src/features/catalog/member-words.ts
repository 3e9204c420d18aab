import type { CatalogDimension, CatalogMeasure } from '@rise/contract';
import { useTranslation } from 'react-i18next';
import { useMemo } from 'react';

const TYPES = {
  string: 'catalog.types.string',
  integer: 'catalog.types.integer',
  decimal: 'catalog.types.decimal',
  date: 'catalog.types.date',
  timestamp: 'catalog.types.timestamp',
  boolean: 'catalog.types.boolean',
} as const satisfies Record<CatalogDimension['type'], string>;

const BETTER = {
  higher: 'catalog.better.higher',
  lower: 'catalog.better.lower',
  neutral: 'catalog.better.neutral',
} as const satisfies Record<CatalogMeasure['better'], string>;

const UNITS = {
  percent: 'catalog.units.percent',
  currency: 'catalog.units.currency',
  count: 'catalog.units.count',
  number: 'catalog.units.number',
  date: 'catalog.units.date',
  time: 'catalog.units.time',
} as const satisfies Record<CatalogMeasure['format']['unit'], string>;

/** The reader's words for what members have one of a few values of. */
export function useMemberWords() {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      unitOf: ({ format }: CatalogMeasure) => t(UNITS[format.unit]),
      typeOf: ({ type }: CatalogDimension) => t(TYPES[type]),
      betterOf: ({ better }: CatalogMeasure) => t(BETTER[better]),
    }),
    [t],
  );
}
