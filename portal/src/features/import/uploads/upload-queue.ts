import { type Observable, observable } from '@rise/ui/observable';

/**
 * `lost`: the connection broke and is tried again by itself. `interrupted`: the server has a part, and the browser no
 * longer has the file, since the page was reloaded.
 */
export type UploadState = 'waiting' | 'sending' | 'lost' | 'paused' | 'failed' | 'interrupted' | 'done';

export interface UploadItem {
  /** Id of the upload in this page. */
  readonly key: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970, of the file; tells it from another one with its name. */
  readonly lastModified: number;
  readonly sent: number;
  readonly state: UploadState;
  /** Id of the upload at the server; null before it has one. */
  readonly uploadId: string | null;
  /** What the server answered; null where nothing went wrong, or nothing was answered. */
  readonly problem: UploadProblem | null;
}

export interface UploadProblem {
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  /** The server's own words. */
  readonly message: string | null;
}

export interface TransferEvents {
  onUpload(uploadId: string): void;
  onProgress(sent: number): void;
  onLost(): void;
  onDone(): void;
  onFail(problem: UploadProblem): void;
}

/** Sends a file, from where an earlier upload stopped if there is one; returns what stops it. */
export type StartTransfer = (file: File, uploadId: string | null, events: TransferEvents) => () => void;

/** An upload at the server that was started before this page was loaded. */
export type StoredUpload = Pick<UploadItem, 'name' | 'size' | 'lastModified' | 'sent'> & { uploadId: string };

/** Files that are sent side by side; more only share the same line. */
const PARALLEL = 3;

/** Uploads of one import: a few at a time, the others wait. */
export class UploadQueue {
  readonly items: Observable<readonly UploadItem[]> = observable<readonly UploadItem[]>([]);
  readonly #start: StartTransfer;
  readonly #files = new Map<string, File>();
  readonly #stops = new Map<string, () => void>();
  #count = 0;

  constructor(start: StartTransfer) {
    this.#start = start;
  }

  /** Adds files to the end; one that the server has a part of goes on where it stopped. */
  add(files: readonly File[]): void {
    for (const file of files) {
      const { name, size, lastModified } = file;
      const part = this.items.get().find((item) => item.state === 'interrupted' && isSameFile(item, file));
      const key = part?.key ?? this.#nextKey();
      this.#files.set(key, file);
      if (part) this.#change(key, { state: 'waiting' });
      else this.#append({ key, name, size, lastModified, sent: 0, state: 'waiting', uploadId: null });
    }
    this.#fill();
  }

  /** Adds what the server has of files and this page does not know, whole or a part. */
  addStored(stored: readonly StoredUpload[]): void {
    const known = new Set(this.items.get().map(({ uploadId }) => uploadId));
    for (const upload of stored.filter(({ uploadId }) => !known.has(uploadId))) {
      const state = upload.sent === upload.size ? 'done' : 'interrupted';
      this.#append({ ...upload, key: this.#nextKey(), state });
    }
  }

  pause(key: string): void {
    this.#stop(key);
    this.#change(key, { state: 'paused' });
    this.#fill();
  }

  /** Goes on with a paused or failed upload. */
  resume(key: string): void {
    this.#change(key, { state: 'waiting', problem: null });
    this.#fill();
  }

  /** Stops an upload and drops it; the part at the server is the caller's to delete. */
  remove(key: string): void {
    this.#stop(key);
    this.#files.delete(key);
    this.items.set(this.items.get().filter((item) => item.key !== key));
    this.#fill();
  }

  /** Drops all uploads without stopping anything at the server. */
  clear(): void {
    for (const key of this.#stops.keys()) this.#stop(key);
    this.#files.clear();
    this.items.set([]);
  }

  #nextKey(): string {
    this.#count += 1;
    return `upload-${this.#count}`;
  }

  #append(item: Omit<UploadItem, 'problem'>): void {
    this.items.set([...this.items.get(), { ...item, problem: null }]);
  }

  #change(key: string, change: Partial<UploadItem>): void {
    this.items.set(this.items.get().map((item) => (item.key === key ? { ...item, ...change } : item)));
  }

  #stop(key: string): void {
    this.#stops.get(key)?.();
    this.#stops.delete(key);
  }

  #fill(): void {
    for (const { key, state, uploadId } of this.items.get()) {
      if (this.#stops.size >= PARALLEL) return;
      const file = this.#files.get(key);
      if (state === 'waiting' && file) this.#send(key, file, uploadId);
    }
  }

  #send(key: string, file: File, uploadId: string | null): void {
    const end = (change: Partial<UploadItem>) => {
      this.#stops.delete(key);
      this.#change(key, change);
      this.#fill();
    };
    this.#change(key, { state: 'sending', problem: null });
    // A place is taken at once, since a transfer may end before it returns.
    this.#stops.set(key, () => {});
    const stop = this.#start(file, uploadId, {
      onUpload: (id) => this.#change(key, { uploadId: id }),
      onProgress: (sent) => this.#change(key, { sent, state: 'sending' }),
      onLost: () => this.#change(key, { state: 'lost' }),
      onDone: () => end({ sent: file.size, state: 'done' }),
      onFail: (problem) =>
        // The server has dropped the part, which is older than it stores them.
        uploadId !== null && isGone(problem)
          ? end({ state: 'waiting', uploadId: null, sent: 0 })
          : end({ state: 'failed', problem }),
    });
    if (this.#stops.has(key)) this.#stops.set(key, stop);
  }
}

const isSameFile = (item: UploadItem, { name, size, lastModified }: File): boolean =>
  item.name === name && item.size === size && item.lastModified === lastModified;

const isGone = ({ status }: UploadProblem): boolean => status === 404 || status === 410;

/** Whether bytes are on their way or waiting for it, so that leaving the page would stop them. */
export const isBusy = (items: readonly UploadItem[]): boolean =>
  items.some(({ state }) => state === 'waiting' || state === 'sending' || state === 'lost');
