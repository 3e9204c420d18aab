import type { Upload } from '@rise/contract';
import type { SignedIn } from '../../../session/session.ts';
import { sendByTus } from './tus-transfer.ts';
import { isBusy, UploadQueue } from './upload-queue.ts';

/** Uploads of the files chosen for the next import. */
export interface ImportUploads {
  readonly queue: UploadQueue;
  /** Adds those that were started in this browser before, of all that the server has. */
  recover(stored: readonly Upload[]): void;
  /** Forgets them, once they are an import's. */
  finish(): void;
}

const PREFIX = 'rise.uploads.';

/** Files' last changes by id of their upload. Without it, another file with the same name and size might be continued. */
type StartedUploads = Record<string, number>;

function read(key: string): StartedUploads {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as StartedUploads;
  } catch {
    return {};
  }
}

function write(key: string, started: StartedUploads): void {
  try {
    if (Object.keys(started).length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(started));
  } catch {
    // Storage may be full or unavailable; then a reload begins with the first byte.
  }
}

let open: { key: string; uploads: ImportUploads; close: () => void } | null = null;

/** The uploads of a person in a tenant. They go on while other screens are open; another person's or tenant's end them. */
export function importUploads({ account, tenant }: SignedIn): ImportUploads {
  const key = `${PREFIX}${account.id}.${tenant?.id ?? ''}`;
  if (open?.key === key) return open.uploads;
  open?.close();
  const queue = new UploadQueue(sendByTus);
  // Those that the server has not been asked about yet.
  let earlier = read(key);
  const store = () => {
    const current = queue.items.get().flatMap(({ uploadId, lastModified }) => {
      return uploadId === null ? [] : [[uploadId, lastModified] as const];
    });
    write(key, { ...earlier, ...Object.fromEntries(current) });
  };
  const stopStoring = queue.items.subscribe(store);
  const warn = (event: BeforeUnloadEvent) => {
    if (isBusy(queue.items.get())) event.preventDefault();
  };
  window.addEventListener('beforeunload', warn);
  const uploads: ImportUploads = {
    queue,
    recover(stored) {
      const recovered = stored.flatMap(({ id, name, bytes, received }) => {
        const lastModified = earlier[id];
        return lastModified === undefined ? [] : [{ uploadId: id, name, size: bytes, sent: received, lastModified }];
      });
      earlier = {};
      queue.addStored(recovered);
      store();
    },
    finish() {
      earlier = {};
      queue.clear();
    },
  };
  const close = () => {
    window.removeEventListener('beforeunload', warn);
    // What was started can be continued later.
    stopStoring();
    queue.clear();
  };
  open = { key, uploads, close };
  return uploads;
}
