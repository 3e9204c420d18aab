import { ActionIcon, Menu } from '@mantine/core';
import type { ReportRow, Tile } from '@rise/contract';
import { GRID_COLUMNS, MIN_TILE_WIDTH } from '@rise/contract/report-pages';
import { DropdownMenu } from '@rise/ui';
import { IconCopy, IconDots, IconGripVertical, IconSettings, IconTrash } from '@tabler/icons-react';
import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../../../i18n/use-language.ts';
import { elementOf } from '../../tiles/chart-image.ts';
import { useBuilder } from '../builder-context.ts';
import { colorOf, onTile } from '../presence/presence.rules.ts';
import { TilePeople } from '../presence/present-people.tsx';
import { type Direction, duplicateTile, findTile, removeTile, resizeTile, stepTile } from './placement.rules.ts';
import { useResize } from './use-resize.ts';
import classes from './canvas.module.css';

interface TileBoxProps {
  tile: Tile;
  row: ReportRow;
  isDragged: boolean;
  onDrag: (event: PointerEvent, tile: string) => void;
  children: ReactNode;
}

const ARROWS: Record<string, Direction> = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' };

/**
 * A tile on the canvas. A click selects it. Its handle drags it, and takes the keys: arrows move it, Shift with an arrow
 * resizes it, Delete removes it, and Enter selects it; its menu has the same, and its edge is dragged to resize it.
 */
export function TileBox({ tile, row, isDragged, onDrag, children }: TileBoxProps) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { selected, select, people } = useBuilder();
  const others = onTile(people, tile.id);
  const [one] = others;
  const names = others.map(({ name }) => name).join(', ');
  const box = useRef<HTMLDivElement>(null);
  const actions = useTileActions(tile);
  const title = tile.title ? localize(tile.title) : t(`builder.kinds.${tile.kind}`);
  const resize = useResize({
    axis: 'x',
    value: tile.width,
    least: MIN_TILE_WIDTH,
    most: GRID_COLUMNS,
    step: () => (box.current?.parentElement?.clientWidth ?? 1200) / GRID_COLUMNS,
    onResize: actions.resize,
  });
  const isSelected = selected?.id === tile.id;
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = ARROWS[event.key];
    if (event.key === 'Enter' || event.key === ' ') select(tile.id);
    else if (event.key === 'Delete' || event.key === 'Backspace') actions.remove();
    else if (direction === 'left' && event.shiftKey) actions.resize(tile.width - 1);
    else if (direction === 'right' && event.shiftKey) actions.resize(tile.width + 1);
    else if (direction) actions.move(direction);
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={box}
      id={elementOf(tile.id)}
      role="group"
      aria-label={one ? t('builder.presence.tile', { title, names }) : t('builder.tile', { title })}
      aria-current={isSelected || undefined}
      data-tile={tile.id}
      className={classes.box}
      data-dragged={isDragged || undefined}
      data-other={one !== undefined || undefined}
      style={{ '--span': resize.size ?? tile.width, ...(one && { '--person': colorOf(one) }) } as CSSProperties}
      onPointerDownCapture={() => select(tile.id)}
    >
      <TilePeople people={others} />
      <div className={classes.tools}>
        <button
          type="button"
          data-handle
          className={classes.handle}
          aria-label={t('builder.drag', { title })}
          aria-describedby="builder-keys"
          onKeyDown={onKeyDown}
          onPointerDown={(event) => onDrag(event, tile.id)}
        >
          <IconGripVertical size={16} aria-hidden />
        </button>
        <TileMenu title={title} row={row} tile={tile} actions={actions} />
      </div>
      <div className={classes.content}>{children}</div>
      <div className={classes.edge} onPointerDown={resize.begin} aria-hidden />
    </div>
  );
}

interface TileActions {
  move: (direction: Direction) => void;
  resize: (width: number) => void;
  remove: () => void;
  duplicate: () => void;
}

function useTileActions(tile: Tile): TileActions {
  const { t } = useTranslation();
  const { document, page, change, select, announce } = useBuilder();
  const focus = (id: string) =>
    requestAnimationFrame(() =>
      window.document.querySelector<HTMLElement>(`[data-tile="${id}"] [data-handle]`)?.focus(),
    );
  return {
    move: (direction) => {
      const operations = stepTile(document, tile.id, direction);
      if (operations.length === 0) return announce(t('builder.noFurther'));
      change(operations);
      focus(tile.id);
      announce(t('builder.movedTo', { direction: t(`builder.directions.${direction}`) }));
    },
    resize: (width) => {
      const operations = resizeTile(document, tile.id, width);
      change(operations);
      const spot = findTile(document, tile.id);
      if (spot && operations.length > 0) announce(t('builder.widthIs', { width, columns: GRID_COLUMNS }));
    },
    remove: () => {
      const tiles = page.rows.flatMap((row) => row.tiles);
      const next = tiles[tiles.findIndex(({ id }) => id === tile.id) + 1] ?? tiles.at(-2);
      change(removeTile(document, tile.id));
      select(null);
      announce(t('builder.removed'));
      if (next && next.id !== tile.id) focus(next.id);
    },
    duplicate: () => {
      const copy = duplicateTile(document, tile.id);
      if (!copy) return;
      change(copy.operations);
      select(copy.id);
    },
  };
}

function TileMenu({ title, tile, row, actions }: { title: string; tile: Tile; row: ReportRow; actions: TileActions }) {
  const { t } = useTranslation();
  const { select } = useBuilder();
  return (
    <DropdownMenu position="bottom-end" width={230}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={t('builder.options', { title })}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconSettings size={16} aria-hidden />} onClick={() => select(tile.id)}>
          {t('builder.settings.open')}
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={actions.duplicate}>
          {t('builder.duplicate')}
        </Menu.Item>
        <Menu.Divider />
        {(['left', 'right', 'up', 'down'] as const).map((direction) => (
          <Menu.Item key={direction} onClick={() => actions.move(direction)}>
            {t(`builder.move.${direction}`)}
          </Menu.Item>
        ))}
        <Menu.Item disabled={tile.width <= MIN_TILE_WIDTH} onClick={() => actions.resize(tile.width - 1)}>
          {t('builder.narrower')}
        </Menu.Item>
        <Menu.Item
          disabled={tile.width >= GRID_COLUMNS - MIN_TILE_WIDTH * (row.tiles.length - 1)}
          onClick={() => actions.resize(tile.width + 1)}
        >
          {t('builder.wider')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="negative" leftSection={<IconTrash size={16} aria-hidden />} onClick={actions.remove}>
          {t('builder.remove')}
        </Menu.Item>
      </Menu.Dropdown>
    </DropdownMenu>
  );
}
