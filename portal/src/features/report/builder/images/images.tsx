import { useFileDialog } from '@mantine/hooks';
import type { StoredPicture, Tile } from '@rise/contract';
import { GRID_COLUMNS } from '@rise/contract/report-pages';
import { Notice } from '@rise/ui';
import {
  createContext,
  type DragEvent,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useBuilder } from '../builder-context.ts';
import { freshId } from '../canvas/placement.rules.ts';
import { PICTURE_TYPES } from '../../../../pictures/picture-file.ts';
import { pictureAmong } from './upload-picture.ts';
import { usePictureUpload } from './use-picture-upload.ts';
import classes from './images.module.css';

interface Images {
  /** Opens the browser's dialog for a picture. */
  choose: () => void;
  upload: (file: File) => void;
  isPending: boolean;
  problem: string | null;
}

const ImagesContext = createContext<Images>({ choose() {}, upload() {}, isPending: false, problem: null });
export const useImages = (): Images => use(ImagesContext);

/** Pixels of a column of a wide page. */
const COLUMN = 100;

/** A tile for a picture, as wide as the picture is. */
function imageTile(id: string, { hash, width, height }: StoredPicture): Tile {
  const columns = Math.min(GRID_COLUMNS, Math.max(2, Math.ceil(width / COLUMN)));
  return { id, kind: 'image', width: columns, picture: { hash, width, height }, fit: 'contain' };
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** Pictures become tiles, be they chosen from the menu, dropped or pasted. */
export function ImagesProvider({ children }: { children: ReactNode }) {
  const { document, add } = useBuilder();
  const { upload, isPending, problem } = usePictureUpload((picture) =>
    add(imageTile(freshId(document, 'image'), picture)),
  );
  const dialog = useFileDialog({
    accept: PICTURE_TYPES.join(','),
    multiple: false,
    resetOnOpen: true,
    onChange: (files) => files?.[0] && upload(files[0]),
  });
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const file = isTyping(event.target) ? undefined : pictureAmong(event.clipboardData?.files ?? []);
    if (!file) return;
    event.preventDefault();
    upload(file);
  });
  useEffect(() => {
    window.document.addEventListener('paste', onPaste);
    return () => window.document.removeEventListener('paste', onPaste);
  }, []);
  const { open } = dialog;
  const shared = useMemo(() => ({ choose: open, upload, isPending, problem }), [open, upload, isPending, problem]);
  return <ImagesContext value={shared}>{children}</ImagesContext>;
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

/** Takes pictures that are dropped over it, and says what becomes of them. */
export function ImageDrop({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { upload, isPending, problem } = useImages();
  const [isOver, setOver] = useState(false);
  return (
    <div
      className={classes.target}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        const file = pictureAmong(event.dataTransfer.files) ?? event.dataTransfer.files[0];
        if (!file) return;
        event.preventDefault();
        upload(file);
      }}
    >
      <p role="status" className={classes.pending}>
        {isPending && t('builder.image.uploading')}
      </p>
      {problem !== null && (
        <Notice tone="negative" title={t('builder.image.refused')}>
          {problem}
        </Notice>
      )}
      {children}
    </div>
  );
}
