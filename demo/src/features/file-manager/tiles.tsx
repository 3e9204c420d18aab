import { Checkbox } from '@mantine/core';
import { formatDate, useUiContext } from '@rise/ui';
import { IconFile, IconFolderFilled, IconInfoCircle } from '@tabler/icons-react';
import type { HTMLAttributes } from 'react';
import { Marked } from '../../components/marked.tsx';
import { AppLink } from '../../routing/link.tsx';
import { dragProps, useDrop } from './drop.ts';
import { folderHref, isFolder, type Item } from './item.ts';
import { useFilesTexts } from './file-manager.texts.ts';
import classes from './file-manager.module.css';

export type ShownItem = Item & { readonly place?: string };

export interface ItemProps {
  item: ShownItem;
  /** Address of its details. */
  href: string;
  query: string;
  isOpen: boolean;
  isSelected: boolean;
  isCut: boolean;
  /** With Shift: everything up to it. */
  onSelect: (isRange: boolean) => void;
  /** The item, or all selected ones if it is one of them. */
  dragged: () => readonly Item[];
}

/** A folder, into which others are dropped. */
function FolderPlace({ item, ...rest }: { item: Item } & HTMLAttributes<HTMLLIElement>) {
  const { id, name } = item;
  return <li {...rest} {...useDrop(id, name)} />;
}

/** A file or folder as a tile or, in a list, as a row. Its name is a link that covers all of it. */
export function ItemTile({ layout, ...props }: ItemProps & { layout: 'grid' | 'list' }) {
  const { item, isOpen, isSelected, isCut, dragged } = props;
  const shared = {
    className: classes[layout === 'grid' ? 'tile' : 'row'] ?? '',
    'data-open': isOpen || undefined,
    'data-selected': isSelected || undefined,
    'data-cut': isCut || undefined,
    ...dragProps(dragged),
  };
  const content = <Content {...props} layout={layout} />;
  if (isFolder(item))
    return (
      <FolderPlace item={item} {...shared}>
        {content}
      </FolderPlace>
    );
  return <li {...shared}>{content}</li>;
}

function Content({ item, href, query, isOpen, isSelected, onSelect, layout }: ItemProps & { layout: 'grid' | 'list' }) {
  const { id, name, size, contents, place, type, modifiedAt, createdBy } = item;
  const t = useFilesTexts();
  const { locale } = useUiContext();
  const isFolderItem = isFolder(item);
  return (
    <>
      <Checkbox
        className={classes['check'] ?? ''}
        aria-label={t('select', { name })}
        checked={isSelected}
        onChange={({ nativeEvent }) => onSelect(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
      {isFolderItem ? (
        <IconFolderFilled size={layout === 'grid' ? 44 : 24} className={classes['folder']} aria-hidden />
      ) : (
        <FileSign type={type} />
      )}
      <span className={classes['words']}>
        <AppLink
          still={!isFolderItem}
          href={isFolderItem ? folderHref(id) : href}
          className={classes['name']}
          data-record={id}
          title={name}
          aria-current={isOpen || undefined}
        >
          <Marked text={name} query={query} />
        </AppLink>
        {place !== undefined && place !== '' && <span className={classes['about']}>{place}</span>}
      </span>
      <span className={classes['about']}>{contents ?? size}</span>
      {layout === 'list' && (
        <>
          <span className={classes['date']}>{formatDate(modifiedAt, locale)}</span>
          <span className={classes['person']}>{createdBy}</span>
        </>
      )}
      {isFolderItem && (
        <AppLink still href={href} className={classes['info']} aria-label={t('details', { name })}>
          <IconInfoCircle size={18} stroke={1.6} aria-hidden />
        </AppLink>
      )}
    </>
  );
}

/** A document icon with the file type. */
export function FileSign({ type }: Pick<Item, 'type'>) {
  return (
    <span className={classes['sheet']}>
      <IconFile size={48} stroke={1.1} aria-hidden />
      <span className={classes['type']} data-type={type}>
        {type}
      </span>
    </span>
  );
}
