import { Menu } from '@mantine/core';
import type { ReportSummary } from '@rise/contract';
import { DropdownMenu } from '@rise/ui';
import {
  IconArchive,
  IconArchiveOff,
  IconCopy,
  IconEdit,
  IconDotsVertical,
  IconFolderSymlink,
  IconPencil,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { AppLink } from '../../routing/link.tsx';
import classes from './reports.module.css';

/** What opens a form for a report. */
export type ReportForm = 'rename' | 'move' | 'copy';

export interface ReportMenuProps {
  id: string;
  title: string;
  can: ReportSummary['can'];
  /** Whether there is a workspace to copy to. */
  hasTarget: boolean;
  onForm: (form: ReportForm) => void;
  onArchive: () => void;
}

/** What the reader may do with a report; nothing where that is nothing. */
export function ReportMenu({ id, title, can, hasTarget, onForm, onArchive }: ReportMenuProps) {
  const { t } = useTranslation();
  const icon = { size: 16, stroke: 1.7, 'aria-hidden': true };
  const canCopy = can.copy && hasTarget;
  if (!can.edit && !can.move && !canCopy && !can.archive && !can.restore) return null;
  return (
    <DropdownMenu position="bottom-end" width={220} withinPortal>
      <Menu.Target>
        <button
          type="button"
          className={classes.menu}
          aria-haspopup="menu"
          aria-label={t('reports.menu.label', { title })}
        >
          <IconDotsVertical size={16} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {can.edit && (
          <Menu.Item component={AppLink} href={`/reports/${id}/edit`} leftSection={<IconEdit {...icon} />}>
            {t('report.edit')}
          </Menu.Item>
        )}
        {can.edit && (
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => onForm('rename')}>
            {t('reports.menu.rename')}
          </Menu.Item>
        )}
        {can.move && hasTarget && (
          <Menu.Item leftSection={<IconFolderSymlink {...icon} />} onClick={() => onForm('move')}>
            {t('reports.menu.move')}
          </Menu.Item>
        )}
        {canCopy && (
          <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => onForm('copy')}>
            {t('reports.menu.copy')}
          </Menu.Item>
        )}
        {can.archive && (
          <Menu.Item leftSection={<IconArchive {...icon} />} onClick={onArchive}>
            {t('reports.menu.archive')}
          </Menu.Item>
        )}
        {can.restore && (
          <Menu.Item leftSection={<IconArchiveOff {...icon} />} onClick={onArchive}>
            {t('reports.menu.restore')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </DropdownMenu>
  );
}
