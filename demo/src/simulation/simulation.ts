import type { Language } from '@rise/contract';
import type { DemoCallKey } from '@rise/contract/demo';
import { checkInput } from './check-input.ts';
import { createRandom } from './generate/random.ts';
import { newId } from './generate/new-id.ts';
import type { CallContext, CallRequest, Delay, GroupName, LazyGroup } from './group.ts';
import { invalidRequest, Reply } from './group.ts';
import { createRouter } from './router.ts';
import type { Store } from './store/store.ts';
import { localize, localizer, preferredLanguage } from './text.ts';

export interface SimulationOptions {
  readonly groups: readonly LazyGroup[];
  readonly store: Store;
  /** Waits before a response; tests record the delays instead. */
  readonly wait?: (delay: Delay) => Promise<void>;
  readonly now?: () => Date;
  readonly id?: () => string;
}

const NOT_FOUND = 'NOT FOUND';
/** A header of every simulated response; a host's responses lack it. */
export const SIMULATED_HEADER = 'x-simulated';
const NO_INPUT = { query: undefined, body: undefined };

/** The response to requests that match no declared call. */
function notFound(): Response {
  return new Response(NOT_FOUND, {
    status: 404,
    statusText: NOT_FOUND,
    headers: { 'content-type': 'text/plain', [SIMULATED_HEADER]: '1' },
  });
}

const sleep = (delay: number) => new Promise<void>((resolve) => void setTimeout(resolve, delay));

/** Handles the demo's calls over a store, independently of how requests reach it. */
export class Simulation {
  readonly #store: Store;
  readonly #wait: (delay: Delay) => Promise<void>;
  readonly #now: () => Date;
  readonly #id: () => string;
  readonly #match: ReturnType<typeof createRouter>;

  constructor({ groups, store, wait = sleep, now = () => new Date(), id = newId }: SimulationOptions) {
    this.#store = store;
    this.#wait = wait;
    this.#now = now;
    this.#id = id;
    this.#match = createRouter(groups);
  }

  /** How long a call takes, in milliseconds. */
  async delayOf(key: DemoCallKey): Promise<Delay> {
    const [method, path] = key.split(' ') as [string, string];
    return (await this.#match(method, path))?.handler.delay ?? 0;
  }

  /** Handles a request by its method and its path from `/api/` on, in any folder of any host. */
  async handle(request: Request): Promise<Response> {
    const matched = await this.#match(request.method, new URL(request.url).pathname);
    if (!matched) return notFound();
    const { key, group, handler, params } = matched;
    const language = preferredLanguage(request.headers.get('accept-language'));
    const respond = (result: unknown) => responseOf(result, language);
    const input = handler.withoutInput ? NO_INPUT : await checkInput(group.name, key, request);
    if (handler.delay) await this.#wait(handler.delay);
    if ('details' in input) return respond(invalidRequest(this.#id(), input.details));
    const reads: readonly GroupName[] = group.reads ?? [];
    await this.#store.ready([group.name, ...reads]);
    const call = { ...input, params, ...this.#contextOf(language, reads) } as CallRequest<never>;
    if ('read' in handler) return respond(await handler.read(this.#store.state[group.name], call));
    return this.#store.change(group.name, (draft, undo) => {
      const result = handler.write(draft, call);
      if (result instanceof Reply) undo();
      // Serialized while the draft is still valid.
      return respond(result);
    });
  }

  #contextOf(language: Language, reads: readonly GroupName[]): CallContext {
    const { seed, state } = this.#store;
    return {
      language,
      now: this.#now(),
      id: this.#id,
      random: (label) => createRandom(`${seed} ${label}`),
      localize: (text) => localize(text, language),
      others: Object.fromEntries(reads.map((name) => [name, state[name]])),
    };
  }
}

function responseOf(result: unknown, language: Language): Response {
  const { status, body } = result instanceof Reply ? result : { status: 200, body: result };
  const text = JSON.stringify(body ?? null, localizer(language));
  return new Response(text, {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', [SIMULATED_HEADER]: '1' },
  });
}
