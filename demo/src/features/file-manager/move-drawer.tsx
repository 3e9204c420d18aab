import { Button } from '@mantine/core';
import { DetailDrawer } from '@rise/ui';
import { useAddress } from '@rise/shell/routing';
import { IconFolder, IconHome } from '@tabler/icons-react';
import { useDemoQuery } from '../../client/queries.ts';
import { useFileContext } from './file-context.ts';
import { isFolder, type Item } from './item.ts';
import { useFilesTexts } from './file-manager.texts.ts';
import classes from './file-manager.module.css';

interface Target {
  readonly id: string | null;
  readonly folderId: string | null;
  readonly name: string;
  readonly depth: number;
}

/** The folders without those that are moved and what is in them: each comes after the one it is in. */
function targetsOf(folders: readonly Target[], moved: ReadonlySet<string>): Target[] {
  const left = new Set<string | null>([null]);
  return folders.filter(({ id, folderId }) => {
    const isTarget = left.has(folderId) && id !== null && !moved.has(id);
    if (isTarget) left.add(id);
    return isTarget;
  });
}

/** Chooses the folder to which the items in the address are moved. Back closes it. */
export function MoveDrawer({ items, onMoved }: { items: readonly Item[]; onMoved: () => void }) {
  const t = useFilesTexts();
  const { search, setSearch } = useAddress();
  const { acts, folderId } = useFileContext();
  const { data: folders = [] } = useDemoQuery('fileManager', 'GET /api/apps/file-manager/folders');
  const ids = new Set((search['move'] ?? '').split(','));
  const moved = items.filter(({ id }) => ids.has(id));
  const close = () => setSearch({ move: null });
  const targets: readonly Target[] = [
    { id: null, folderId: null, name: t('home'), depth: -1 },
    ...targetsOf(folders, new Set(moved.filter(isFolder).map(({ id }) => id))),
  ];
  const [first] = moved;
  return (
    <DetailDrawer
      opened={first !== undefined}
      onClose={close}
      title={
        first === undefined || moved.length > 1
          ? t('moveMany', { count: moved.length })
          : t('moveOne', { name: first.name })
      }
    >
      <ul className={classes['targets']} aria-label={t('folders')}>
        {targets.map(({ id, name, depth }) => (
          <li key={id ?? 'root'} style={{ paddingInlineStart: (depth + 1) * 20 }}>
            <Button
              fullWidth
              justify="flex-start"
              variant="subtle"
              color="gray"
              disabled={id === folderId && moved.every((item) => item.folderId === id)}
              leftSection={id === null ? <IconHome size={18} /> : <IconFolder size={18} />}
              onClick={() => {
                acts.move(moved, id, name);
                onMoved();
                close();
              }}
            >
              {name}
            </Button>
          </li>
        ))}
      </ul>
    </DetailDrawer>
  );
}
