import type { Language } from '@rise/contract';
import type { DemoCallKey } from '@rise/contract/demo';
import { checkInput } from './check-input.ts';
import { createRandom } from './generate/random.ts';
import { newId } from './generate/new-id.ts';
import type { Asked, Delay, GroupName, LazyGroup } from './group.ts';
import { refusal, Reply } from './group.ts';
import { createRouter } from './router.ts';
import type { Store } from './store/store.ts';
import { askedLanguage, tell, telling } from './text.ts';

export interface SimulationOptions {
  readonly groups: readonly LazyGroup[];
  readonly store: Store;
  /** Waits before an answer; tests look at how long it was asked to. */
  readonly wait?: (delay: Delay) => Promise<void>;
  readonly now?: () => Date;
  readonly id?: () => string;
}

export interface Simulation {
  /** How long a call takes. */
  delayOf(key: DemoCallKey): Promise<Delay>;
  /** Answers a request by its method and by its path from `/api/` on, under whatever address the suite lies. */
  answer(request: Request): Promise<Response>;
}

const NOT_FOUND = 'NOT FOUND';
/** A header of every answer: tells them from a host's. */
export const ANSWERED = 'x-simulated';
const NOTHING = { query: undefined, body: undefined };

/** The answer to what no call is declared for. */
function notFound(): Response {
  return new Response(NOT_FOUND, {
    status: 404,
    statusText: NOT_FOUND,
    headers: { 'content-type': 'text/plain', [ANSWERED]: '1' },
  });
}

const sleep = (delay: number) => new Promise<void>((resolve) => void setTimeout(resolve, delay));

/** Answers the calls of the demo suite over a store. Knows nothing of how requests reach it. */
export function createSimulation(options: SimulationOptions): Simulation {
  const { store, wait = sleep, now = () => new Date(), id = newId } = options;
  const match = createRouter(options.groups);

  return {
    async delayOf(key) {
      const [method, path] = key.split(' ') as [string, string];
      return (await match(method, path))?.handler.delay ?? 0;
    },
    async answer(request) {
      const matched = await match(request.method, new URL(request.url).pathname);
      if (!matched) return notFound();
      const { key, group, handler, params } = matched;
      const language = askedLanguage(request.headers.get('accept-language'));
      const respond = (answer: unknown) => responseOf(answer, handler.inBothLanguages ? null : language);
      const checked = handler.takesNothing ? NOTHING : await checkInput(group.name, key, request);
      if (handler.delay) await wait(handler.delay);
      if ('details' in checked) return respond(refusal(id(), checked.details));
      const reads: readonly GroupName[] = group.reads ?? [];
      await store.ready([group.name, ...reads]);
      const asked = {
        ...checked,
        params,
        language,
        now: now(),
        id,
        random: (label: string) => createRandom(`${store.seed} ${label}`),
        tell: (text) => tell(text, language),
        others: Object.fromEntries(reads.map((name) => [name, store.state[name]])),
      } as Asked<never>;
      if ('read' in handler) return respond(await handler.read(store.state[group.name], asked));
      return store.change(group.name, (draft, undo) => {
        const answer = handler.write(draft, asked);
        if (answer instanceof Reply) undo();
        // Written out while the draft still stands.
        return respond(answer);
      });
    },
  };
}

function responseOf(answer: unknown, language: Language | null): Response {
  const { status, body } = answer instanceof Reply ? answer : { status: 200, body: answer };
  const text = JSON.stringify(body ?? null, language === null ? undefined : telling(language));
  return new Response(text, {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', [ANSWERED]: '1' },
  });
}
