import { IconFile, IconFolderFilled, IconInfoCircle } from '@tabler/icons-react';
import { AppLink } from '../../routing/link.tsx';
import { folderHref, type Item } from './item.ts';
import { useFilesTexts } from './file-manager.texts.ts';
import classes from './file-manager.module.css';

interface TileProps {
  item: Item;
  /** Address of its details. */
  href: string;
  open: boolean;
}

/** A folder tile: opens the folder; a separate link shows its details. */
export function FolderTile({ item: { id, name, contents }, href, open }: TileProps) {
  const t = useFilesTexts();
  return (
    <li className={classes['tile']} data-open={open || undefined}>
      <IconFolderFilled size={44} className={classes['folder']} aria-hidden />
      <AppLink href={folderHref(id)} className={classes['name']} title={name}>
        {name}
      </AppLink>
      <span className={classes['about']}>{contents}</span>
      <AppLink still href={href} className={classes['info']} data-record={id} aria-label={t('details', { name })}>
        <IconInfoCircle size={18} stroke={1.6} aria-hidden />
      </AppLink>
    </li>
  );
}

export function FileTile({ item: { id, name, type, size }, href, open }: TileProps) {
  return (
    <li className={classes['tile']} data-open={open || undefined}>
      <FileSign type={type} />
      <AppLink
        still
        href={href}
        className={classes['name']}
        data-record={id}
        title={name}
        aria-current={open || undefined}
      >
        {name}
      </AppLink>
      <span className={classes['about']}>{size}</span>
    </li>
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
