import type { TableColumn, TableFilter } from '@rise/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** What a filter can require of a column. */
export const CONDITIONS = [
  'in',
  'not-in',
  'contains',
  'starts',
  'range',
  'null',
  'not-null',
  'empty',
  'blank',
  'padded',
] as const satisfies readonly TableFilter['is'][];

const TEXT_ONLY = new Set<TableFilter['is']>(['empty', 'blank', 'padded']);
const NOT_OF_BOOLEANS = new Set<TableFilter['is']>(['contains', 'starts', 'range']);

/** The conditions that make sense for a column. */
export function conditionsFor({ kind }: TableColumn): TableFilter['is'][] {
  return CONDITIONS.filter(
    (is) =>
      (kind === 'text' || kind === 'other' || !TEXT_ONLY.has(is)) && (kind !== 'boolean' || !NOT_OF_BOOLEANS.has(is)),
  );
}

export function useConditionName(): (is: TableFilter['is']) => string {
  const { t } = useTranslation();
  return useCallback(
    (is) => {
      switch (is) {
        case 'in':
          return t('dataView.filter.is.in');
        case 'not-in':
          return t('dataView.filter.is.notIn');
        case 'contains':
          return t('dataView.filter.is.contains');
        case 'starts':
          return t('dataView.filter.is.starts');
        case 'range':
          return t('dataView.filter.is.range');
        case 'null':
          return t('dataView.filter.is.null');
        case 'not-null':
          return t('dataView.filter.is.notNull');
        case 'empty':
          return t('dataView.filter.is.empty');
        case 'blank':
          return t('dataView.filter.is.blank');
        case 'padded':
          return t('dataView.filter.is.padded');
      }
    },
    [t],
  );
}

/** A filter in one line: 'STATE is VT, ME'. */
export function useFilterText(): (filter: TableFilter) => string {
  const { t } = useTranslation();
  const conditionName = useConditionName();
  return useCallback(
    (filter) => {
      const nameOf = (value: string | null) =>
        value === null ? t('dataView.marks.null') : value === '' ? t('dataView.marks.empty') : value.slice(0, 40);
      const condition = conditionName(filter.is);
      switch (filter.is) {
        case 'in':
        case 'not-in': {
          const named = filter.values.slice(0, 3).map(nameOf).join(', ');
          const more = filter.values.length - 3;
          return `${filter.column} ${condition} ${named}${more > 0 ? ` +${more}` : ''}`;
        }
        case 'contains':
        case 'starts':
          return `${filter.column} ${condition} “${filter.text.slice(0, 40)}”`;
        case 'range': {
          const parts = [
            ...(filter.from === undefined ? [] : [`≥ ${filter.from}`]),
            ...(filter.to === undefined ? [] : [`≤ ${filter.to}`]),
            ...(filter.below === undefined ? [] : [`< ${filter.below}`]),
          ];
          return `${filter.column} ${parts.join(', ')}`;
        }
        default:
          return `${filter.column} ${condition}`;
      }
    },
    [t, conditionName],
  );
}
