import type { Route, RouteKey } from '@rise/contract';
import { z } from 'zod';
import { ValueGenerator, type JsonSchema, type Vocabulary } from './generate-value.ts';
import { generateOddText, generateOddValue } from './hostile-values.ts';
import type { Random } from './random.ts';

/** A request as it goes over the wire. */
export interface SweepRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Null: none. */
  readonly body: string | null;
}

/** The schemas of a route's input, converted once. */
export interface SweepRoute {
  readonly key: RouteKey;
  readonly body: JsonSchema | null;
  readonly query: JsonSchema | null;
}

export function sweepRoute(key: RouteKey, { input }: Route): SweepRoute {
  const convert = (type: z.ZodType | undefined) =>
    type ? (z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as JsonSchema) : null;
  return { key, body: convert(input.body), query: convert(input.query) };
}

const CONTENT_TYPES = [
  'application/json;charset=utf-16',
  'application/jsonx',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json, text/html',
  'a/b; c="',
  '',
];

/** Spellings of a path that must lead nowhere else. */
const SPELLINGS: readonly ((path: string) => string)[] = [
  (path) => `/${path.replaceAll('/', '//')}`,
  (path) => `${path}/`,
  (path) => `${path}.`,
  (path) => `${path}%00`,
  (path) => `${path}%2e%2e/`,
  (path) => `${path}/%2e%2e/reports`,
  (path) => `${path};a=b`,
  (path) => path.toUpperCase(),
  (path) => path.replace('/api', '/%61pi'),
  (path) => `${path}/%ff%fe`,
  (path) => `${path}%`,
  (path) => `${path}\\`,
  (path) => `${path}?${'a=b&'.repeat(1100)}`,
  (path) => `${path}/${'a'.repeat(300)}`,
  (path) => path.slice(0, -1),
];

/** Generates requests of one route: valid, nearly valid and hostile ones. */
export function generateRequest(route: SweepRoute, random: Random, vocabulary: Vocabulary): SweepRequest {
  const [method, template] = route.key.split(' ') as [string, string];
  const id = random.oneIn(6)
    ? encodeURIComponent(wellFormed(generateOddText(random)))
    : pickId(template, random, vocabulary);
  let path = template.replace(/:\w+/g, () => id);
  if (random.oneIn(12)) path = random.pick(SPELLINGS)(path);
  else path += queryText(route, random, vocabulary);
  const headers: Record<string, string> = {};
  if (!random.oneIn(20)) headers['x-rise-request'] = '1';
  if (random.oneIn(10))
    headers['accept'] = random.pick(['application/vnd.apache.arrow.stream', '*/*;q=x', ',,,', 'text/csv']);
  if (random.oneIn(20)) headers['accept-language'] = random.pick(['tr', 'x'.repeat(500), '*;q=-1', '']);
  if (random.oneIn(30))
    headers['authorization'] = random.pick(['Bearer', 'Bearer x.y.z', 'Basic x', `Bearer rise_${'A'.repeat(43)}`]);
  if (random.oneIn(20)) headers['last-event-id'] = random.pick(['0', '-1', '9'.repeat(30), '1e9', 'x', '2147483648']);
  const body = bodyText(route, random, vocabulary);
  if (body !== null) headers['content-type'] = random.oneIn(25) ? random.pick(CONTENT_TYPES) : 'application/json';
  return { method: random.oneIn(60) ? random.pick(['HEAD', 'OPTIONS', 'PUT', 'DELETE']) : method, path, headers, body };
}

/** What ends the sessions of whom it is about. */
const ENDS_SESSIONS = /\/(suspend|disable|remove)$/;

/** Every other time an id of what the path names, so that most requests are not about something else. */
function pickId(template: string, random: Random, { ids, idsOf, senders }: Vocabulary): string {
  const [, noun = ''] = /([\w-]+)\/:/.exec(template) ?? [];
  const known = idsOf[noun];
  const any = ENDS_SESSIONS.test(template) ? ids.filter((id) => !senders.has(id)) : ids;
  return random.pick(known && random.oneIn(2) ? known : any);
}

function queryText({ query }: SweepRoute, random: Random, vocabulary: Vocabulary): string {
  const pairs: string[] = [];
  const add = (name: string, value: string) =>
    pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(wellFormed(value))}`);
  if (query && !random.oneIn(10)) {
    const values = new ValueGenerator(random, vocabulary, query).value() as Record<string, unknown>;
    for (const [name, value] of Object.entries(values)) {
      add(name, random.oneIn(4) ? generateOddText(random).slice(0, 2000) : String(value));
      if (random.oneIn(8)) add(name, generateOddText(random).slice(0, 2000));
    }
  }
  if (random.oneIn(10)) add(random.pick(['__proto__', 'constructor', 'a[b]', 'tenantId', '']), 'x');
  if (random.oneIn(30)) pairs.push(random.pick(['%', '%00=%00', '&&&', '=', '%zz=1', '%ff=%ff']));
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

/** JSON text; sometimes not JSON. A route without a body gets one now and then. */
function bodyText({ key, body }: SweepRoute, random: Random, vocabulary: Vocabulary): string | null {
  if (!body) return key.startsWith('GET') || !random.oneIn(6) ? null : JSON.stringify(generateOddValue(random));
  if (random.oneIn(20)) return JSON.stringify(generateOddValue(random));
  const examples = vocabulary.bodies[key];
  const value =
    examples && !random.oneIn(3)
      ? structuredClone(random.pick(examples))
      : new ValueGenerator(random, vocabulary, body).value();
  for (let count = random.pick([0, 0, 1, 1, 2]); count > 0; count--) spoil(value, random);
  const text = JSON.stringify(value);
  if (!random.oneIn(12)) return text;
  return random.pick([
    '',
    'null',
    '[]',
    text.slice(0, -1),
    `${text} ${text}`,
    text.replace('{', '{"__proto__":{"admin":true},'),
    text.replace('{', '{"constructor":{"prototype":{"admin":true}},'),
    text.replace(/:\s*(\d+|"[^"]*")/, ':1e400'),
    text.replace(/:\s*(\d+|"[^"]*")/, ':"\\ud800"'),
    text.replace('{', `{"deep":${'['.repeat(3000)}${']'.repeat(3000)},`),
    `\ufeff${text}`,
  ]);
}

/** Replaces, removes or adds one member somewhere in a value. */
function spoil(root: unknown, random: Random): void {
  let place = root;
  for (;;) {
    if (typeof place !== 'object' || place === null) return;
    const keys = Object.keys(place);
    const key = keys.length > 0 ? random.pick(keys) : 'extra';
    const members = place as Record<string, unknown>;
    const child = members[key];
    if (typeof child === 'object' && child !== null && !random.oneIn(4)) {
      place = child;
      continue;
    }
    const change = random.below(6);
    if (change === 0) delete members[key];
    else if (change === 1) members[random.pick(['tenantId', 'role', 'constructor', ''])] = generateOddValue(random);
    else members[key] = generateOddValue(random);
    return;
  }
}

/** URLs cannot contain halves of surrogate pairs. */
const wellFormed = (text: string): string => Buffer.from(text).toString();
