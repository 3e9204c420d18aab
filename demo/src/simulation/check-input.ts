import type { DemoCall } from '@rise/contract/demo';
import type { GroupName } from './group.ts';

interface Detail {
  readonly field: string;
  readonly message: string;
}
type Checked = { readonly query: unknown; readonly body: unknown } | { readonly details: readonly Detail[] };

/** Validates a request's query and body against the schemas of its call. Unknown fields are dropped. */
export async function checkInput(group: GroupName, key: string, request: Request): Promise<Checked> {
  // Schemas are loaded with the first call that has one: with zod they are half of the simulation's size.
  const { demoGroups } = await import('@rise/contract/demo');
  const call = (demoGroups[group] as Readonly<Record<string, DemoCall>>)[key];
  const details: Detail[] = [];
  const read = (part: 'query' | 'body', input: unknown): unknown => {
    const result = call?.[part]?.safeParse(input);
    if (!result) return undefined;
    if (result.success) return result.data;
    for (const { path, message } of result.error.issues) details.push({ field: path.join('.') || part, message });
    return undefined;
  };
  const query = read('query', Object.fromEntries(new URL(request.url).searchParams));
  // Parsed only if the call declares a body; an unreadable body matches no schema.
  const body = call?.body ? read('body', await bodyOf(request).catch(() => undefined)) : undefined;
  return details.length > 0 ? { details } : { query, body };
}

/** JSON, or a form with its files as data addresses. */
async function bodyOf(request: Request): Promise<unknown> {
  if (!request.headers.get('content-type')?.startsWith('multipart/form-data')) return request.json();
  const fields = [...(await request.formData())].map(async ([name, value]) => [
    name,
    typeof value === 'string' ? value : await dataAddress(value),
  ]);
  return Object.fromEntries(await Promise.all(fields));
}

async function dataAddress(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return `data:${file.type};base64,${btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))}`;
}
