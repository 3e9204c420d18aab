import { Menu } from '@mantine/core';
import type { Workspace } from '@rise/contract';
import { DropdownMenu } from '@rise/ui';
import { moveTo, useDrag } from '@rise/ui/lists';
import {
  IconArchive,
  IconArchiveOff,
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconDotsVertical,
  IconGripVertical,
  IconReportAnalytics,
  IconSettings,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { WorkspaceBadge } from '../../workspaces/workspace-badge.tsx';
import { useArchiveWorkspace, useOrderWorkspaces } from './workspaces.queries.ts';
import classes from './workspaces.module.css';

export interface WorkspaceListProps {
  workspaces: readonly Workspace[];
  opened: string | null;
  /** Templates with something new, by the workspace that follows each. */
  updates: ReadonlyMap<string, string>;
  onOpen: (id: string) => void;
  /** Shows a template. */
  onUpdate: (template: string) => void;
  /** Copies a workspace that follows a template. */
  onFork: (id: string) => void;
}

/** Workspaces in their order, which is changed by dragging, by the arrow keys on a handle, and by the menu. */
export function WorkspaceList({ workspaces, opened, updates, onOpen, onUpdate, onFork }: WorkspaceListProps) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { order, error: orderError, currentIds } = useOrderWorkspaces();
  const archive = useArchiveWorkspace();
  const [spoken, setSpoken] = useState('');
  const ids = workspaces.map(({ id }) => id);
  const move = (workspace: Workspace, placeIn: (listed: readonly string[]) => number) => {
    const listed = currentIds().filter((id) => ids.includes(id));
    const place = placeIn(listed);
    if (place < 0 || place >= listed.length) return;
    order(moveTo(listed, workspace.id, place));
    setSpoken(t('workspaces.moved', { name: localize(workspace.name), place: place + 1, count: listed.length }));
  };
  const step = (workspace: Workspace, by: number) => move(workspace, (listed) => listed.indexOf(workspace.id) + by);
  const drag = useDrag((id, target) => {
    const moved = workspaces.find((one) => one.id === id);
    if (moved) move(moved, (listed) => listed.indexOf(target));
  });
  const error = orderError ?? archive.error;
  return (
    <>
      {error && (
        <p role="alert" className={classes.error}>
          {errorText(error, t).message}
        </p>
      )}
      <output className={classes.spoken}>{spoken}</output>
      <ol className={classes.list}>
        {workspaces.map((workspace, place) => (
          <li
            key={workspace.id}
            className={classes.item}
            data-open={workspace.id === opened || undefined}
            data-archived={workspace.archivedAt !== null || undefined}
            data-row={workspace.id}
            data-target={(drag.target === workspace.id && drag.target !== drag.dragged) || undefined}
            data-after={(drag.dragged !== null && ids.indexOf(drag.dragged) < place) || undefined}
            data-dragged={drag.dragged === workspace.id || undefined}
          >
            <button
              type="button"
              className={classes.handle}
              aria-label={t('workspaces.handle', { name: localize(workspace.name) })}
              aria-keyshortcuts="ArrowUp ArrowDown"
              {...drag.handle(workspace.id)}
              onKeyDown={(event) => {
                if (event.key === 'Escape') drag.end();
                const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
                if (by === undefined) return;
                event.preventDefault();
                step(workspace, by);
              }}
            >
              <IconGripVertical size={16} aria-hidden />
            </button>
            <WorkspaceBadge workspace={workspace} />
            <Words
              workspace={workspace}
              onOpen={onOpen}
              update={updates.get(workspace.id) ?? null}
              onUpdate={onUpdate}
            />
            <ItemMenu
              workspace={workspace}
              isFirst={place === 0}
              isLast={place === ids.length - 1}
              onOpen={onOpen}
              onFork={() => onFork(workspace.id)}
              onMove={(by) => step(workspace, by)}
              onArchive={() => archive.mutate(workspace)}
            />
          </li>
        ))}
      </ol>
    </>
  );
}

interface WordsProps extends Pick<WorkspaceListProps, 'onOpen' | 'onUpdate'> {
  workspace: Workspace;
  /** The template that has something new. */
  update: string | null;
}

function Words({ workspace, update, onOpen, onUpdate }: WordsProps) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { id, name, description, everyone, reports, members, template, archivedAt } = workspace;
  const facts = [
    t('workspaces.reports', { count: reports }),
    t('workspaces.members', { count: members }),
    t(`workspaces.everyone.${everyone ?? 'none'}`),
  ];
  return (
    <div className={classes.words}>
      <p className={classes.name}>
        <button type="button" className={classes.open} onClick={() => onOpen(id)}>
          {localize(name)}
        </button>
        {template && <span className={classes.tag}>{t('workspaces.template')}</span>}
        {archivedAt !== null && <span className={classes.tag}>{t('workspaces.archived')}</span>}
        {update !== null && (
          <button
            type="button"
            className={classes.update}
            aria-label={t('templates.offers.showUpdate', { name: localize(name) })}
            onClick={() => onUpdate(update)}
          >
            {t('templates.offers.state.update')}
          </button>
        )}
      </p>
      {description && <p className={classes.description}>{localize(description)}</p>}
      <p className={classes.facts}>{facts.join(' · ')}</p>
    </div>
  );
}

function ItemMenu(props: {
  workspace: Workspace;
  isFirst: boolean;
  isLast: boolean;
  onOpen: (id: string) => void;
  onFork: () => void;
  onMove: (step: -1 | 1) => void;
  onArchive: () => void;
}) {
  const { workspace, isFirst, isLast, onOpen, onFork, onMove, onArchive } = props;
  const { t } = useTranslation();
  const localize = useLocalize();
  const navigate = useNavigate();
  const icon = { size: 16, stroke: 1.7, 'aria-hidden': true };
  return (
    <DropdownMenu position="bottom-end" width={220} withinPortal>
      <Menu.Target>
        <button
          type="button"
          className={classes.menu}
          aria-haspopup="menu"
          aria-label={t('workspaces.menu.label', { name: localize(workspace.name) })}
        >
          <IconDotsVertical size={16} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {workspace.archivedAt === null && (
          <Menu.Item
            leftSection={<IconReportAnalytics {...icon} />}
            onClick={() => void navigate({ href: `/reports?workspace=${workspace.id}` })}
          >
            {t('workspaces.menu.reports')}
          </Menu.Item>
        )}
        {workspace.can.manage && (
          <Menu.Item leftSection={<IconSettings {...icon} />} onClick={() => onOpen(workspace.id)}>
            {t('workspaces.menu.settings')}
          </Menu.Item>
        )}
        {workspace.template && workspace.archivedAt === null && (
          <Menu.Item leftSection={<IconCopy {...icon} />} onClick={onFork}>
            {t('templates.fork.menu')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconArrowUp {...icon} />} disabled={isFirst} onClick={() => onMove(-1)}>
          {t('workspaces.menu.up')}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowDown {...icon} />} disabled={isLast} onClick={() => onMove(1)}>
          {t('workspaces.menu.down')}
        </Menu.Item>
        <Menu.Divider />
        {workspace.can.archive && (
          <Menu.Item leftSection={<IconArchive {...icon} />} onClick={onArchive}>
            {t('workspaces.menu.archive')}
          </Menu.Item>
        )}
        {workspace.can.restore && (
          <Menu.Item leftSection={<IconArchiveOff {...icon} />} onClick={onArchive}>
            {t('workspaces.menu.restore')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </DropdownMenu>
  );
}
