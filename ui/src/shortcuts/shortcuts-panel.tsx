import { Button } from '@mantine/core';
import { IconBookmark, IconCheck, IconPencil, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { ListSkeleton } from '../states/skeletons.tsx';
import { ErrorState } from '../states/states.tsx';
import { usePanelTexts } from '../texts/panel-texts.ts';
import { useUiContext } from '../context/ui-context.tsx';
import { PanelEmpty, PanelList, PopoverPanel } from '../popover/popover-panel.tsx';
import type { Shortcut, ShortcutDraft, ShortcutIcons } from './shortcut.ts';
import { NEW_SHORTCUT, ShortcutForm } from './shortcut-form.tsx';
import { ToolbarButton } from '../toolbar/toolbar-button.tsx';
import classes from './shortcuts-panel.module.css';

export interface ShortcutsPanelProps {
  shortcuts: readonly Shortcut[];
  icons: ShortcutIcons;
  /** Resolves to whether it was saved; otherwise the form stays open with its input. */
  onAdd: (draft: ShortcutDraft) => Promise<boolean>;
  onUpdate: (id: string, draft: ShortcutDraft) => Promise<boolean>;
  onDelete: (id: string) => Promise<boolean>;
  status?: 'loading' | 'ready' | 'error';
  onRetry?: () => void;
}

/** Mode of the panel: viewing, choosing one to edit, adding, editing. */
type Mode =
  | { name: 'view' }
  | { name: 'modify' }
  | { name: 'add'; draft: ShortcutDraft }
  | { name: 'edit'; id: string; draft: ShortcutDraft };

const VIEW: Mode = { name: 'view' };
const MODIFY: Mode = { name: 'modify' };
const ADD: Mode = { name: 'add', draft: NEW_SHORTCUT };

function Inside({ shortcut, icons }: { shortcut: Shortcut; icons: ShortcutIcons }) {
  const Icon = icons[shortcut.icon]?.picture ?? IconBookmark;
  return (
    <>
      <span className={classes['circle']}>
        <Icon size={20} stroke={1.6} />
      </span>
      <span className={classes['label']}>{shortcut.label}</span>
      <span className={classes['description']}>{shortcut.description}</span>
    </>
  );
}

function ShortcutTile({
  shortcut,
  icons,
  onEdit,
  onFollow,
}: {
  shortcut: Shortcut;
  icons: ShortcutIcons;
  /** Present in edit mode: the tile opens its form. */
  onEdit?: () => void;
  onFollow: () => void;
}) {
  const { Link } = useUiContext();
  const panelTexts = usePanelTexts();
  const inside = <Inside shortcut={shortcut} icons={icons} />;
  if (onEdit !== undefined)
    return (
      <button type="button" className={classes['tile']} data-edit onClick={onEdit}>
        <IconPencil size={14} className={classes['pencil']} role="img" aria-label={panelTexts.shortcutEdit} />
        {inside}
      </button>
    );
  return shortcut.useRouter ? (
    <Link href={shortcut.link} className={classes['tile']} onClick={onFollow}>
      {inside}
    </Link>
  ) : (
    <a href={shortcut.link} className={classes['tile']} target="_blank" rel="noopener noreferrer" onClick={onFollow}>
      {inside}
    </a>
  );
}

function Tiles({
  panel,
  mode,
  setMode,
  close,
}: {
  panel: ShortcutsPanelProps;
  mode: Mode;
  setMode: (mode: Mode) => void;
  close: () => void;
}) {
  const panelTexts = usePanelTexts();
  const { shortcuts, icons, status = 'ready', onRetry } = panel;
  if (status === 'error') return <ErrorState {...(onRetry && { onRetry })} />;
  if (status === 'loading') return <ListSkeleton rows={4} />;
  if (shortcuts.length === 0)
    return (
      <PanelEmpty
        icon={IconBookmark}
        title={panelTexts.noShortcutsTitle}
        text={panelTexts.noShortcutsText}
        action={
          <Button variant="default" onClick={() => setMode(ADD)}>
            {panelTexts.shortcutAdd}
          </Button>
        }
      />
    );
  return (
    <ul className={classes['grid']}>
      {shortcuts.map((shortcut) => (
        <li key={shortcut.id}>
          <ShortcutTile
            shortcut={shortcut}
            icons={icons}
            onFollow={close}
            {...(mode.name === 'modify' && {
              onEdit: () => setMode({ name: 'edit', id: shortcut.id, draft: shortcut }),
            })}
          />
        </li>
      ))}
    </ul>
  );
}

/** A person's shortcuts. */
export function ShortcutsPanel(panel: ShortcutsPanelProps) {
  const panelTexts = usePanelTexts();
  const [mode, setMode] = useState<Mode>(VIEW);
  const { icons, onAdd, onUpdate, onDelete, shortcuts } = panel;
  const modifying = mode.name === 'modify';
  const titles = {
    view: panelTexts.shortcuts,
    modify: panelTexts.shortcutsModify,
    add: panelTexts.shortcutAdd,
    edit: panelTexts.shortcutEdit,
  };
  const then = async (done: Promise<boolean>, next: Mode) => {
    if (await done) setMode(next);
  };
  return (
    <PopoverPanel
      label={panelTexts.shortcuts}
      icon={IconBookmark}
      title={titles[mode.name]}
      // A form that was left open keeps its input.
      onOpen={() => setMode((before) => (before.name === 'modify' ? VIEW : before))}
      actions={
        (mode.name === 'view' || modifying) && (
          <>
            {shortcuts.length > 0 && (
              <ToolbarButton
                label={modifying ? panelTexts.shortcutsDone : panelTexts.shortcutsModify}
                icon={modifying ? IconCheck : IconPencil}
                pressed={modifying}
                onClick={() => setMode(modifying ? VIEW : MODIFY)}
              />
            )}
            <ToolbarButton label={panelTexts.shortcutAdd} icon={IconPlus} onClick={() => setMode(ADD)} />
          </>
        )
      }
    >
      {(close) => (
        <PanelList label={panelTexts.shortcuts}>
          {mode.name === 'add' && (
            <ShortcutForm
              draft={mode.draft}
              onDraft={(draft) => setMode({ ...mode, draft })}
              icons={icons}
              onSave={(draft) => then(onAdd(draft), VIEW)}
              onCancel={() => setMode(VIEW)}
            />
          )}
          {mode.name === 'edit' && (
            <ShortcutForm
              key={mode.id}
              draft={mode.draft}
              onDraft={(draft) => setMode({ ...mode, draft })}
              icons={icons}
              onSave={(draft) => then(onUpdate(mode.id, draft), MODIFY)}
              onDelete={() => void then(onDelete(mode.id), VIEW)}
              onCancel={() => setMode(MODIFY)}
            />
          )}
          {(mode.name === 'view' || modifying) && <Tiles panel={panel} mode={mode} setMode={setMode} close={close} />}
        </PanelList>
      )}
    </PopoverPanel>
  );
}
