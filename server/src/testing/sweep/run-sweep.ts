import { Agent, request, type IncomingMessage } from 'node:http';
import { routes, type RouteKey, type RouteTable } from '@rise/contract';
import { generateRequest, sweepRoute, type SweepRequest } from './generate-request.ts';
import type { Vocabulary } from './generate-value.ts';
import { Random } from './random.ts';

/** Who sends requests; `cookie` null: nobody. */
export interface SweepIdentity {
  readonly name: string;
  readonly cookie: string | null;
  /** Texts that no answer to them may contain. */
  readonly secrets: readonly string[];
}

export interface SweepOptions {
  readonly url: string;
  readonly seed: number;
  readonly requests: number;
  readonly identities: readonly SweepIdentity[];
  readonly vocabulary: Vocabulary;
  /** The contract's by default. */
  readonly table?: RouteTable;
}

/** What went wrong, with what is needed to repeat it: a turn depends on the seed and its number only. */
export interface SweepFailure {
  readonly turn: number;
  readonly seed: number;
  readonly route: string;
  readonly identity: string;
  readonly problem: string;
  readonly request: SweepRequest;
  readonly answer: string;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

const CONCURRENCY = 8;
/** A request without an answer after this time counts as hung. */
const TIMEOUT_MS = 45_000;

/** Stacks, and paths of this machine's files. */
const INTERNALS = /\n\s+at .+:\d+:\d+|node_modules|file:\/\/|\.(ts|mjs|js|cjs):\d+/;

/** Sends generated requests to every route in turn; returns what no server may answer. Statistics are by status. */
export async function runSweep(
  options: SweepOptions,
): Promise<{ failures: SweepFailure[]; statuses: Map<number, number>; reached: Set<string> }> {
  const table = Object.entries(options.table ?? routes).map(([key, route]) => sweepRoute(key as RouteKey, route));
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  const failures: SweepFailure[] = [];
  const statuses = new Map<number, number>();
  const reached = new Set<string>();
  let next = 0;
  const work = async () => {
    for (let turn = next++; turn < options.requests && failures.length < 20; turn = next++) {
      const random = new Random(options.seed, turn);
      const route = table[turn % table.length]!;
      const identity = random.pick(options.identities);
      const sent = generateRequest(route, random, options.vocabulary);
      const answer = await send(options.url, agent, sent, identity.cookie);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status === 200) reached.add(route.key);
      const problem = problemOf(answer, sent, identity);
      const isKnown = failures.some((failure) => failure.route === route.key && failure.problem === problem);
      if (problem !== null && !isKnown)
        failures.push({
          turn,
          seed: options.seed,
          route: route.key,
          identity: identity.name,
          problem,
          request: abridge(sent),
          answer: answer.text.slice(0, 500),
        });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  agent.destroy();
  return { failures, statuses, reached };
}

function problemOf({ status, text }: Answer, sent: SweepRequest, { secrets }: SweepIdentity): string | null {
  if (status === 0) return `no answer: ${text}`;
  if (status >= 500) return `status ${status}`;
  if (INTERNALS.test(text)) return 'the answer shows internals';
  if (text.includes(process.cwd())) return 'the answer shows a path';
  const secret = secrets.find((candidate) => text.includes(candidate) && !(sent.body ?? '').includes(candidate));
  return secret === undefined ? null : `the answer contains '${secret}'`;
}

function send(url: string, agent: Agent, sent: SweepRequest, cookie: string | null): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const headers: Record<string, string> = { ...sent.headers, ...(cookie !== null && { cookie }) };
  if (sent.body !== null) headers['content-length'] = String(Buffer.byteLength(sent.body));
  // The server closes the connection of one whose head is too long.
  const connection = sent.path.length > 8000 ? false : agent;
  return new Promise((resolve) => {
    const failed = (error: Error) => resolve({ status: 0, text: error.message });
    const outgoing = request(
      { hostname, port, path: sent.path, method: sent.method, headers, agent: connection, timeout: TIMEOUT_MS },
      (response) => void readAnswer(response).then(resolve, failed),
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error('timed out')));
    outgoing.on('error', failed);
    outgoing.end(sent.body ?? undefined);
  });
}

/** An endless stream is closed once it is open. */
async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const status = response.statusCode ?? 0;
  if (response.headers['content-type']?.startsWith('text/event-stream')) {
    response.destroy();
    return { status, text: '' };
  }
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status, text: Buffer.concat(chunks).toString() };
}

const abridge = (sent: SweepRequest): SweepRequest => ({
  ...sent,
  path: sent.path.slice(0, 500),
  body: sent.body && sent.body.length > 2000 ? `${sent.body.slice(0, 2000)}…` : sent.body,
});
