import { NOW, SEED } from '../simulation/conformance/fixed.ts';
import { startSimulation } from '../simulation/start.ts';

/** A form to send, with its files as base64. */
export type TestForm = readonly (readonly [name: string, text: string, file: { name: string; type: string } | null])[];
export interface TestCall {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: string | null;
  readonly form: TestForm | null;
}
export interface TestResponse {
  readonly status: number;
  readonly text: string;
  /** The delays of the call, in milliseconds. */
  readonly delays: readonly number[];
}

/** The functions that tests call in the page. */
export interface TestPage {
  /** Sends a request with the page's `fetch` or with the demo's client; the path starts after the page's folder. */
  send(call: TestCall, as?: 'anybody' | 'client'): Promise<TestResponse>;
  /** Resets the data if anything was changed. */
  reset(): Promise<void>;
  flush(): Promise<void>;
  /** Resets every group. */
  state(): Promise<string>;
  via(): string;
  notice(): unknown;
}

const delays: number[] = [];
const { store, ...simulation } = await startSimulation({
  name: 'rise-demo-test',
  seed: SEED,
  now: () => NOW,
  wait: async (delay) => void delays.push(delay),
});

let changed = false;
store.subscribe(() => (changed = true));

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0)!);

function formOf(entries: TestForm): FormData {
  const form = new FormData();
  for (const [name, text, file] of entries)
    form.set(name, file ? new File([bytesOf(text)], file.name, { type: file.type }) : text);
  return form;
}

const page: TestPage = {
  async send({ method, path, headers, body, form }, as = 'anybody') {
    const before = delays.length;
    const send = as === 'client' ? simulation.fetch : fetch;
    const response = await send(new URL(`.${path}`, document.baseURI), {
      method,
      headers,
      body: form ? formOf(form) : body,
    });
    return { status: response.status, text: await response.text(), delays: delays.slice(before) };
  },
  async reset() {
    if (!changed) return;
    await store.reset();
    changed = false;
  },
  flush: () => store.flush(),
  async state() {
    await store.ready();
    return JSON.stringify(Object.entries(store.state).toSorted());
  },
  via: () => simulation.via,
  notice: () => store.notice,
};
Object.assign(globalThis, { page });
