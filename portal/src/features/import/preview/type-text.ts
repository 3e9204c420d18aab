import type { TextColumnType } from '@rise/contract';
import type { TFunction } from 'i18next';
import { dateExample } from '../columns/date-format.ts';
import { exampleOf } from '../columns/number-style.ts';

/** A type in a few words, with how it is written in the file where that matters. */
export function typeText(type: TextColumnType | null, fileType: string, t: TFunction): string {
  if (type === null) return fileType;
  const title = t(`import.types.${type.kind}`);
  switch (type.kind) {
    case 'decimal':
    case 'number':
      return type.decimal === ',' || type.thousands !== '' ? `${title}, ${exampleOf(type)}` : title;
    case 'date':
    case 'timestamp':
      return `${title}, ${dateExample(type.format)}`;
    default:
      return title;
  }
}
