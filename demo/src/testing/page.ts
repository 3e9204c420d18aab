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
  /** Asks as the suite would; the path begins after the page's folder. */
  ask(sent: Sent): Promise<Received>;
  /** Begins anew where something was changed. */
  reset(): Promise<void>;
  flushed(): Promise<void>;
  state(): string;
  notice(): unknown;
}

const waited: number[] = [];
const store = await startSimulation({
  name: 'rise-demo-test',
  seed: SEED,
  now: () => NOW,
  wait: async (delay) => void waited.push(delay),
});

let begun = store.state;

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0)!);

function formOf(sent: SentForm): FormData {
  const form = new FormData();
  for (const [name, text, file] of sent)
    form.set(name, file ? new File([bytesOf(text)], file.name, { type: file.type }) : text);
  return form;
}

const page: TestPage = {
  async ask({ method, path, headers, body, form }) {
    const before = waited.length;
    const response = await fetch(new URL(`.${path}`, document.baseURI), {
      method,
      headers,
      body: form ? formOf(form) : body,
    });
    return { status: response.status, text: await response.text(), waited: waited.slice(before) };
  },
  async reset() {
    if (store.state === begun) return;
    await store.reset();
    begun = store.state;
  },
  flushed: () => store.flushed(),
  state: () => JSON.stringify(store.state),
  notice: () => store.notice,
};
Object.assign(globalThis, { page });
