import { Menu } from '@mantine/core';
import type { TableColumn, TableFilter, TableSort } from '@rise/contract';
import { DropdownMenu } from '@rise/ui';
import {
  IconArrowDown,
  IconArrowUp,
  IconChartBar,
  IconDotsVertical,
  IconEyeOff,
  IconFilter,
  IconKey,
  IconPin,
  IconPinnedOff,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../i18n/use-language.ts';
import { ColumnChart } from './column-chart.tsx';
import { useProfileLine } from './profile-words.ts';
import type { ProfileState } from './use-profiles.ts';
import classes from './column-head.module.css';

export interface ColumnActions {
  onSort: (column: string, also: boolean) => void;
  onSortBy: (sort: TableSort) => void;
  onFilter: (filter: TableFilter) => void;
  onEditFilter: (column: string) => void;
  onPin: (column: string) => void;
  onHide: (column: string) => void;
  onOpen: (column: string) => void;
}

interface ColumnHeadProps extends ColumnActions {
  column: TableColumn;
  sort: 'asc' | 'desc' | null;
  pinned: boolean;
  profile: ProfileState | undefined;
}

/** A column's name, which sorts by it, its menu, and what its values are like. */
export function ColumnHead(props: ColumnHeadProps) {
  const { column, sort, onSort } = props;
  const { t } = useTranslation();
  const localize = useLocalize();
  const Arrow = sort === 'desc' ? IconArrowDown : IconArrowUp;
  const meaning = [column.title && localize(column.title), column.type].filter(Boolean).join(' · ');
  return (
    <div className={classes.head}>
      <div className={classes.line}>
        <button
          type="button"
          className={classes.title}
          title={`${column.name} · ${meaning}`}
          aria-label={t('dataView.columnMenu.sortBy', { column: column.name })}
          onClick={(event) => onSort(column.name, event.shiftKey)}
        >
          {column.key && <IconKey size={12} aria-hidden className={classes.key} />}
          <span>{column.name}</span>
          {sort !== null && <Arrow size={13} stroke={2} className={classes.arrow} aria-hidden />}
        </button>
        <ColumnMenu {...props} />
      </div>
      <Profile {...props} />
    </div>
  );
}

function Profile({ profile, onFilter }: Pick<ColumnHeadProps, 'profile' | 'onFilter'>) {
  const { t } = useTranslation();
  const line = useProfileLine();
  if (profile === undefined || profile.status === 'pending')
    return (
      <>
        <div className={classes.loading} aria-hidden />
        <div className={classes.about}>&nbsp;</div>
      </>
    );
  if (profile.status !== 'ready')
    return (
      <div className={classes.about}>
        {profile.status === 'masked' ? t('dataView.marks.masked') : t('dataView.profile.failed')}
      </div>
    );
  const about = line(profile.profile, profile.estimate);
  return (
    <>
      <ColumnChart profile={profile.profile} onFilter={onFilter} />
      <div className={classes.about} title={about}>
        {about}
      </div>
    </>
  );
}

function ColumnMenu({ column, pinned, onSortBy, onEditFilter, onPin, onHide, onOpen }: ColumnHeadProps) {
  const { t } = useTranslation();
  const { name } = column;
  const icon = { size: 16, stroke: 1.7 };
  return (
    <DropdownMenu position="bottom-end" width={210} withinPortal>
      <Menu.Target>
        <button type="button" className={classes.menu} aria-label={t('dataView.columnMenu.label', { column: name })}>
          <IconDotsVertical size={14} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconArrowUp {...icon} />} onClick={() => onSortBy({ column: name, direction: 'asc' })}>
          {t('dataView.columnMenu.ascending')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowDown {...icon} />}
          onClick={() => onSortBy({ column: name, direction: 'desc' })}
        >
          {t('dataView.columnMenu.descending')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconFilter {...icon} />} onClick={() => onEditFilter(name)}>
          {t('dataView.columnMenu.filter')}
        </Menu.Item>
        <Menu.Item leftSection={<IconChartBar {...icon} />} onClick={() => onOpen(name)}>
          {t('dataView.columnMenu.profile')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={pinned ? <IconPinnedOff {...icon} /> : <IconPin {...icon} />}
          onClick={() => onPin(name)}
        >
          {pinned ? t('dataView.columnMenu.unpin') : t('dataView.columnMenu.pin')}
        </Menu.Item>
        <Menu.Item leftSection={<IconEyeOff {...icon} />} onClick={() => onHide(name)}>
          {t('dataView.columnMenu.hide')}
        </Menu.Item>
      </Menu.Dropdown>
    </DropdownMenu>
  );
}
