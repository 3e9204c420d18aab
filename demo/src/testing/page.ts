import { NOW, SEED } from '../simulation/conformance/fixed.ts';
import { startSimulation } from '../simulation/start.ts';

/** A form that a test sends: its files as base64. */
export type SentForm = readonly (readonly [name: string, text: string, file: { name: string; type: string } | null])[];
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: string | null;
  readonly form: SentForm | null;
}
export interface Received {
  readonly status: number;
  readonly text: string;
  /** How long the answer was to take. */
  readonly waited: readonly number[];
}

/** What tests call in the page. */
export interface TestPage {
  /** Asks as any code of the page would, or as the suite's client does; the path begins after the page's folder. */
  ask(sent: Sent, as?: 'anybody' | 'client'): Promise<Received>;
  /** Begins anew where something was changed. */
  reset(): Promise<void>;
  flushed(): Promise<void>;
  /** Of every group. */
  state(): Promise<string>;
  via(): string;
  notice(): unknown;
}

const waited: number[] = [];
const store = await startSimulation({
  name: 'rise-demo-test',
  seed: SEED,
  now: () => NOW,
  wait: async (delay) => void waited.push(delay),
});

let changed = false;
store.subscribe(() => (changed = true));

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0)!);

function formOf(sent: SentForm): FormData {
  const form = new FormData();
  for (const [name, text, file] of sent)
    form.set(name, file ? new File([bytesOf(text)], file.name, { type: file.type }) : text);
  return form;
}

const page: TestPage = {
  async ask({ method, path, headers, body, form }, as = 'anybody') {
    const before = waited.length;
    const ask = as === 'client' ? store.fetch : fetch;
    const response = await ask(new URL(`.${path}`, document.baseURI), {
      method,
      headers,
      body: form ? formOf(form) : body,
    });
    return { status: response.status, text: await response.text(), waited: waited.slice(before) };
  },
  async reset() {
    if (!changed) return;
    await store.reset();
    changed = false;
  },
  flushed: () => store.flushed(),
  async state() {
    await store.ready();
    return JSON.stringify(Object.entries(store.state).toSorted());
  },
  via: () => store.via,
  notice: () => store.notice,
};
Object.assign(globalThis, { page });
