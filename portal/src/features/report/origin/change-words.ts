import type { OriginChange } from '@rise/contract';
import type { TFunction } from 'i18next';
import type { useLocalize } from '../../../i18n/use-language.ts';

/** What editors call the properties of tiles. All others are how a tile looks. */
const ASPECTS = {
  title: ['title', 'subtitle'],
  text: ['text'],
  size: ['width', 'phone', 'print'],
  data: [
    'dataset',
    'of',
    'filter',
    'measure',
    'measures',
    'companions',
    'whole',
    'parts',
    'time',
    'compare',
    'category',
    'series',
    'dimensions',
    'columns',
    'top',
    'other',
    'order',
    'limit',
    'minimum',
    'buckets',
    'target',
  ],
  drill: ['drill', 'targets'],
} as const;
type Aspect = keyof typeof ASPECTS | 'look';

const aspectOf = (property: string): Aspect =>
  (Object.keys(ASPECTS) as (keyof typeof ASPECTS)[]).find((name) =>
    (ASPECTS[name] as readonly string[]).includes(property),
  ) ?? 'look';

/** Says in a line what the original has changed. */
export function changeText(change: OriginChange, t: TFunction, localize: ReturnType<typeof useLocalize>): string {
  const { part, kind, title, page, properties } = change;
  const name = title ? localize(title) : t('origin.untitled');
  if (part === 'report')
    return kind === 'arranged'
      ? t('origin.report.arranged')
      : t(`origin.report.properties.${properties[0] as 'title'}`);
  if (part === 'row') return page ? t('origin.rowOn', { page: localize(page) }) : t('origin.row');
  if (part === 'page') return t(`origin.page.${kind as 'changed'}`, { title: name });
  if (kind !== 'changed') return t(`origin.tile.${kind as 'added'}`, { title: name });
  const aspects = [...new Set(properties.map(aspectOf))].map((aspect) => t(`origin.aspects.${aspect}`));
  return t('origin.tile.changed', { title: name, aspects: aspects.join(', ') });
}
