import { Button, Menu } from '@mantine/core';
import type { CatalogDataset, Tile } from '@rise/contract';
import { DropdownMenu } from '@rise/ui';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useBuilder } from './builder-context.ts';
import { freshId } from './canvas/placement.rules.ts';
import { useImages } from './images/images.tsx';

type Kind = 'text' | 'rows' | 'kpis' | 'classification' | 'ranking' | 'distribution' | 'mix';

/** Tiles that do not begin with a field: texts, lists of rows, and comparisons with peers. */
export function AddMenu({ onField }: { onField: () => void }) {
  const { t } = useTranslation();
  const { document, datasets, add, select } = useBuilder();
  const { choose } = useImages();
  const dataset = datasets.find(({ name }) => name === document.dataset);
  const kinds = (['text', 'rows', 'kpis', 'classification', 'ranking', 'distribution', 'mix'] as const).filter(
    (kind) => dataset && newTile(kind, document, dataset) !== null,
  );
  return (
    <DropdownMenu position="bottom-start" width={260}>
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<IconPlus size={16} aria-hidden />}>
          {t('builder.add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          onClick={() => {
            select(null);
            onField();
          }}
        >
          {t('builder.kinds.field')}
        </Menu.Item>
        <Menu.Item onClick={choose}>{t('builder.kinds.image')}</Menu.Item>
        {kinds.map((kind) => (
          <Menu.Item key={kind} onClick={() => add(newTile(kind, document, dataset!)!)}>
            {t(`builder.kinds.${kind}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </DropdownMenu>
  );
}

/** A tile to begin with; null where the report or its dataset lacks what it needs. */
function newTile(
  kind: Kind,
  document: Parameters<typeof freshId>[0] & { subject?: unknown; measures: string[] },
  dataset: CatalogDataset,
): Tile | null {
  const id = freshId(document, kind);
  const [dimension] = dataset.dimensions;
  const measures = document.measures.length > 0 ? document.measures : dataset.measures.map(({ name }) => name);
  const [first, second, third] = measures;
  const placed = { id, width: 12 };
  if (kind === 'text')
    return {
      ...placed,
      kind,
      text: {
        en: 'Write here. **Bold**, lists and links work.',
        tr: 'Buraya yazın. **Kalın** yazı, listeler ve bağlantılar kullanılabilir.',
      },
    };
  if (kind === 'rows')
    return dimension
      ? {
          ...placed,
          kind,
          title: { en: 'List', tr: 'Liste' },
          of: 'peers',
          columns: dataset.dimensions.slice(0, 5).map(({ name }) => name),
          order: [],
          pageSize: 10,
        }
      : null;
  if (kind === 'distribution')
    return first === undefined
      ? null
      : {
          ...placed,
          kind,
          title: { en: 'Distribution', tr: 'Dağılım' },
          buckets: 30,
          ...(document.measures.length === 0 && { measure: first }),
        };
  if (!document.subject || first === undefined) return null;
  switch (kind) {
    case 'kpis':
      return { ...placed, kind, title: { en: 'Key figures', tr: 'Temel göstergeler' }, measures: measures.slice(0, 5) };
    case 'classification':
      return { ...placed, kind, title: { en: 'Classification', tr: 'Sınıflandırma' }, measure: first };
    case 'ranking':
      return {
        ...placed,
        kind,
        title: { en: 'Ranking', tr: 'Sıralama' },
        limit: 15,
        ...(document.measures.length === 0 && { measure: first }),
      };
    case 'mix':
      return second !== undefined && third !== undefined
        ? { ...placed, kind, title: { en: 'Composition', tr: 'Bileşim' }, whole: first, parts: [second, third] }
        : null;
  }
}
