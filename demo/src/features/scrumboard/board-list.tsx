import { ActionIcon, Menu, TextInput, VisuallyHidden } from '@mantine/core';
import { DropdownMenu, formatInteger, useUiContext } from '@rise/ui';
import { IconArrowLeft, IconArrowRight, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { type HTMLAttributes, type KeyboardEvent, useId, useRef, useState } from 'react';
import { AddBox } from './add-box.tsx';
import type { List } from './board.ts';
import { ListCards } from './list-cards.tsx';
import { useScrumboardTexts } from './scrumboard.texts.ts';
import type { BoardActs } from './use-board-acts.ts';
import classes from './list.module.css';

interface BoardListProps extends Omit<Parameters<typeof ListCards>[0], 'listId' | 'title' | 'cards'> {
  /** With the cards that show. */
  list: List;
  /** How many cards there are without a filter. */
  total: number;
  /** Ids of all lists in their order. */
  order: readonly string[];
  acts: BoardActs;
  /** Moves the list by its head. */
  listHandle: HTMLAttributes<HTMLElement>;
  drag: Readonly<Record<`data-${string}`, true | undefined>>;
}

/** A list of a board: its head, its cards, and a box that adds one. */
export function BoardList({ list, total, order, acts, listHandle, drag, ...cards }: BoardListProps) {
  const t = useScrumboardTexts();
  const id = useId();
  return (
    <section
      className={classes['list']}
      aria-labelledby={id}
      data-drop="card"
      data-drag="list"
      data-row={list.id}
      data-list={list.id}
      {...drag}
    >
      <ListHead id={id} list={list} total={total} order={order} acts={acts} handle={listHandle} {...cards} />
      <ListCards {...cards} listId={list.id} title={list.title} cards={list.cards} />
      <AddBox
        open={t('addCard')}
        label={t('cardTitle', { list: list.title })}
        onAdd={(title) => acts.addCard(list.id, title)}
      />
    </section>
  );
}

interface ListHeadProps extends Pick<BoardListProps, 'list' | 'total' | 'order' | 'acts' | 'isFiltered'> {
  id: string;
  handle: HTMLAttributes<HTMLElement>;
}

function ListHead({ id, list, total, order, acts, isFiltered, handle }: ListHeadProps) {
  const t = useScrumboardTexts();
  const { locale } = useUiContext();
  const [isRenaming, setRenaming] = useState(false);
  const shown = list.cards.length;
  const count = isFiltered ? t('cardsFound', { count: shown, total }) : t('cards', { count: total });
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the menu moves the list as well
    <div className={classes['list-head']} {...(isRenaming ? {} : handle)}>
      <h2 id={id} className={classes['list-title']}>
        {isRenaming ? (
          <Rename list={list} onRename={acts.renameList} onClose={() => setRenaming(false)} />
        ) : (
          <button type="button" className={classes['list-name']} title={t('rename')} onClick={() => setRenaming(true)}>
            {list.title}
          </button>
        )}
      </h2>
      <span className={classes['count']}>
        <span aria-hidden>
          {formatInteger(shown, locale)}
          {isFiltered && `/${formatInteger(total, locale)}`}
        </span>
        <VisuallyHidden component="span">{count}</VisuallyHidden>
      </span>
      <ListMenu list={list} order={order} acts={acts} onRename={() => setRenaming(true)} />
    </div>
  );
}

interface RenameProps {
  list: List;
  onRename: (id: string, title: string) => void;
  onClose: () => void;
}

/** Enter and leaving save, Escape and a blank title do not. */
function Rename({ list: { id, title }, onRename, onClose }: RenameProps) {
  const t = useScrumboardTexts();
  const [text, setText] = useState(title);
  const isDone = useRef(false);
  const finish = (isSaved: boolean) => {
    if (isDone.current) return;
    isDone.current = true;
    const next = text.trim();
    if (isSaved && next !== '' && next !== title) onRename(id, next);
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) finish(true);
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    finish(false);
  };
  return (
    <TextInput
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button just pressed turns into it
      autoFocus
      size="xs"
      aria-label={t('listName', { title })}
      maxLength={200}
      value={text}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={() => finish(true)}
      onKeyDown={onKeyDown}
    />
  );
}

interface ListMenuProps extends Pick<BoardListProps, 'list' | 'order' | 'acts'> {
  onRename: () => void;
}

function ListMenu({ list, order, acts, onRename }: ListMenuProps) {
  const t = useScrumboardTexts();
  const at = order.indexOf(list.id);
  return (
    <DropdownMenu withinPortal position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={26}
          aria-label={t('listOptions', { title: list.title })}
          onPointerDown={(event) => event.stopPropagation()}
        >
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={onRename}>
          {t('rename')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowLeft size={16} />}
          disabled={at === 0}
          onClick={() => acts.moveList(list.id, order[at - 1]!)}
        >
          {t('moveLeft')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowRight size={16} />}
          disabled={at === order.length - 1}
          onClick={() => acts.moveList(list.id, order[at + 2] ?? null)}
        >
          {t('moveRight')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => acts.removeList(list)}>
          {t('deleteList')}
        </Menu.Item>
      </Menu.Dropdown>
    </DropdownMenu>
  );
}
