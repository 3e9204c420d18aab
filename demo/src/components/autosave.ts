export type SaveState = 'idle' | 'waiting' | 'saving' | 'saved' | 'failed';

const PAUSE_MS = 400;

/**
 * Saves what is changed of a record a moment after the last change, one save after the other. What failed stays, is sent
 * with the next change or `retry`, and nothing that was entered is lost meanwhile.
 */
export class Autosave<T extends object> {
  readonly #save: (change: Partial<T>) => Promise<unknown>;
  readonly #listeners = new Set<() => void>();
  /** What the record does not have yet, or does not show yet. */
  #edits: Partial<T> = {};
  /** The part of them that is stored. */
  #stored: Partial<T> = {};
  #state: SaveState = 'idle';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | null = null;
  #isGone = false;
  #record: T | null = null;

  constructor(save: (change: Partial<T>) => Promise<unknown>) {
    this.#save = save;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly edits = (): Partial<T> => this.#edits;
  readonly state = (): SaveState => this.#state;

  readonly change = (change: Partial<T>): void => {
    this.#edits = { ...this.#edits, ...change };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), PAUSE_MS);
    this.#show('waiting');
  };

  /** Saves at once what is not stored, after a save that is under way. Never rejects; `unsaved` is what is left. */
  readonly flush = (): Promise<void> => {
    clearTimeout(this.#timer);
    // Runs until the first call is sent: without one it would end before it is remembered.
    if (this.#running === null && this.#hasUnsaved()) this.#running = this.#saveAll();
    // It was changed back to what is stored.
    else if (this.#running === null && this.#state === 'waiting') this.#show('saved');
    return this.#running ?? Promise.resolve();
  };

  readonly #hasUnsaved = (): boolean => Object.keys(this.unsaved()).length > 0;

  async #saveAll(): Promise<void> {
    let state: SaveState = this.#state;
    while (this.#hasUnsaved()) {
      const unsaved = this.unsaved();
      this.#show('saving');
      state = await this.#send(unsaved);
      if (state === 'failed') break;
      this.#stored = { ...this.#stored, ...unsaved };
    }
    this.#running = null;
    if (state !== this.#state) this.#show(state);
  }

  async #send(unsaved: Partial<T>): Promise<'saved' | 'failed'> {
    try {
      this.#isGone = (await this.#save(unsaved)) === null;
      return this.#isGone ? 'failed' : 'saved';
    } catch {
      return 'failed';
    }
  }

  /** The last save found no record: it was deleted. */
  readonly isGone = (): boolean => this.#isGone;

  /** The record as it is read: what was stored before it was read is in it. */
  readonly settle = (record: T): void => {
    if (record === this.#record) return;
    this.#record = record;
    const unsaved = this.unsaved();
    if (Object.keys(unsaved).length === Object.keys(this.#edits).length) return;
    this.#edits = unsaved;
    this.#stored = {};
    this.#show(this.#state);
  };

  /** What was entered and is not stored. */
  readonly unsaved = (): Partial<T> => {
    const keys = (Object.keys(this.#edits) as (keyof T)[]).filter((key) => this.#edits[key] !== this.#stored[key]);
    return Object.fromEntries(keys.map((key) => [key, this.#edits[key]])) as Partial<T>;
  };

  #show(state: SaveState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
