import type { SqlTab } from '@rise/contract';
import { ApiError } from '@rise/contract/client';

export type TabContent = Pick<SqlTab, 'title' | 'sql' | 'parameters' | 'savedQuery'>;

/** A tab of the page. */
export interface OpenTab extends TabContent {
  /** Stays the same while the page is open. */
  readonly key: string;
  /** The server's id; null until it is saved for the first time. */
  readonly id: string | null;
}

/** What saves tabs; each throws `ApiError`. */
export interface TabRequests {
  list(): Promise<SqlTab[]>;
  open(content: TabContent): Promise<SqlTab>;
  save(id: string, content: TabContent, basedOn: number): Promise<SqlTab>;
  close(id: string): Promise<unknown>;
}

export interface TabsState {
  readonly tabs: readonly OpenTab[];
  readonly saving: 'saved' | 'pending' | 'failed';
  /** Title of a tab that was changed elsewhere meanwhile: both are open now. */
  readonly conflict: string | null;
}

interface Saved {
  id: string | null;
  revision: number;
  isDirty: boolean;
  running: Promise<void> | null;
}

/** How long to wait for the next change before saving, and after an error before trying again. */
const SAVE_AFTER_MS = 600;
const RETRY_AFTER_MS = 5000;

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : null);
const contentOf = ({ title, sql, parameters, savedQuery }: TabContent): TabContent => ({
  title,
  sql,
  parameters,
  savedQuery,
});

/** The open tabs. What is entered is saved in the background, and is never lost to another device's change. */
export class TabStore {
  #state: TabsState;
  readonly #requests: TabRequests;
  readonly #saved = new Map<string, Saved>();
  readonly #listeners = new Set<() => void>();
  readonly #saveAfterMs: number;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #next = 1;

  constructor(tabs: readonly SqlTab[], requests: TabRequests, { saveAfterMs = SAVE_AFTER_MS } = {}) {
    this.#requests = requests;
    this.#saveAfterMs = saveAfterMs;
    this.#state = { tabs: tabs.map((tab) => this.#adopt(tab)), saving: 'saved', conflict: null };
  }

  readonly state = (): TabsState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Opens a tab after the last one; one without any text is saved once it has some. */
  add(content: TabContent): OpenTab {
    const tab: OpenTab = { key: `tab-${this.#next++}`, id: null, ...content };
    this.#saved.set(tab.key, { id: null, revision: 0, isDirty: content.sql !== '', running: null });
    this.#set({ tabs: [...this.#state.tabs, tab] });
    if (content.sql !== '') this.#schedule(0);
    return tab;
  }

  change(key: string, change: Partial<TabContent>): void {
    this.#replace(key, change);
    this.#saved.get(key)!.isDirty = true;
    this.#schedule(this.#saveAfterMs);
  }

  /** Removes a tab. It is closed on the server as well. */
  async close(key: string): Promise<void> {
    const saved = this.#saved.get(key)!;
    saved.isDirty = false;
    this.#set({ tabs: this.#state.tabs.filter((tab) => tab.key !== key) });
    await saved.running;
    if (saved.id !== null) await this.#requests.close(saved.id).catch(() => undefined);
  }

  /** Saves everything now, for example before the page is left. */
  async flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    await Promise.all(this.#state.tabs.map(({ key }) => this.#save(key)));
    this.#set({ saving: this.#nextSaving() });
  }

  dismissConflict(): void {
    this.#set({ conflict: null });
  }

  #adopt({ id, revision, title, sql, parameters, savedQuery }: SqlTab): OpenTab {
    const key = `tab-${this.#next++}`;
    this.#saved.set(key, { id, revision, isDirty: false, running: null });
    return { key, id, title, sql, parameters, savedQuery };
  }

  #schedule(ms: number): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), ms);
    if (this.#state.saving !== 'failed') this.#set({ saving: 'pending' });
  }

  #nextSaving(): TabsState['saving'] {
    const isDirty = this.#state.tabs.some(({ key }) => this.#saved.get(key)!.isDirty);
    if (!isDirty) return 'saved';
    return this.#timer === null ? 'failed' : this.#state.saving;
  }

  async #save(key: string): Promise<void> {
    const saved = this.#saved.get(key);
    if (!saved) return;
    // A change during a request is saved after it.
    await saved.running;
    if (!saved.isDirty) return;
    saved.isDirty = false;
    saved.running = this.#send(key, saved).finally(() => {
      saved.running = null;
    });
    await saved.running;
  }

  async #send(key: string, saved: Saved): Promise<void> {
    const tab = this.#state.tabs.find((item) => item.key === key);
    if (!tab) return;
    const content = contentOf(tab);
    try {
      const answer =
        tab.id === null ? await this.#open(content) : await this.#requests.save(tab.id, content, saved.revision);
      saved.revision = answer.revision;
      saved.id = answer.id;
      if (tab.id !== answer.id) this.#replace(key, { id: answer.id });
    } catch (error) {
      const code = codeOf(error);
      saved.isDirty = true;
      if (tab.id !== null && (code === 'CONFLICT' || code === 'NOT_FOUND')) return this.#keepBoth(key, saved, code);
      this.#timer = setTimeout(() => void this.flush(), RETRY_AFTER_MS);
      this.#set({ saving: 'failed' });
    }
  }

  /** A query that it was opened from may be gone. */
  async #open(content: TabContent): Promise<SqlTab> {
    try {
      return await this.#requests.open(content);
    } catch (error) {
      if (codeOf(error) !== 'NOT_FOUND') throw error;
      return this.#requests.open({ ...content, savedQuery: null });
    }
  }

  /** The tab was changed or closed elsewhere: what is entered here becomes a tab of its own. */
  async #keepBoth(key: string, saved: Saved, code: 'CONFLICT' | 'NOT_FOUND'): Promise<void> {
    saved.id = null;
    this.#replace(key, { id: null });
    const known = new Set(this.#state.tabs.map(({ id }) => id));
    if (code === 'CONFLICT') {
      const others = (await this.#requests.list().catch(() => [])).filter(({ id }) => !known.has(id));
      const title = this.#state.tabs.find((tab) => tab.key === key)?.title ?? null;
      this.#set({ tabs: [...this.#state.tabs, ...others.map((tab) => this.#adopt(tab))], conflict: title });
    }
    saved.isDirty = false;
    await this.#send(key, saved);
  }

  #replace(key: string, change: Partial<OpenTab>): void {
    this.#set({ tabs: this.#state.tabs.map((tab) => (tab.key === key ? { ...tab, ...change } : tab)) });
  }

  #set(change: Partial<TabsState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
