import { z } from 'zod';
import { flatQuery } from '../questions/fields.service.ts';
import type { ModelTool } from './language-model.ts';
import type { ToolCall } from './completion-stream.ts';

const text = z.string().trim().min(2).max(200);
const name = z.string().trim().min(1).max(100);

/**
 * What a model can do in a turn. All of it reads, with the session's rights: no tool takes a tenant, a person or an
 * address.
 */
const TOOLS = {
  find_fields: {
    description: 'Find measures and dimensions by words. Returns their names, titles, definitions and conditions.',
    input: z.strictObject({ text: text.describe('What the field is about.') }),
  },
  find_values: {
    description:
      'Find stored values of a dimension by the words that their names begin with, before you filter by a name. It lists no values without words.',
    input: z.strictObject({
      dataset: name,
      field: name,
      text: text.describe('The name, or the beginning of its words.'),
    }),
  },
  propose_query: {
    description:
      'Propose the query that answers the question. The server checks and runs it, and shows its figures to the reader. Give `choice` alone to take one of the readings of the question, else the query.',
    input: z.union([z.strictObject({ choice: z.int().min(1).max(20) }), flatQuery]),
  },
  search_docs: {
    description:
      'Search the documentation and the catalog for what something means or how it is done. After it, no query can be proposed.',
    input: z.strictObject({ text }),
  },
} as const satisfies Record<string, { description: string; input: z.ZodType }>;

export type ToolName = keyof typeof TOOLS;
/** A call that was checked: a closed list of names, and arguments in their form. */
export type CheckedCall = {
  [N in ToolName]: { readonly name: N; readonly input: z.output<(typeof TOOLS)[N]['input']> };
}[ToolName];

/** After text that others wrote, nothing but text is read. */
export const DATA_TOOLS: readonly ToolName[] = ['find_fields', 'find_values', 'propose_query', 'search_docs'];
export const TEXT_TOOLS: readonly ToolName[] = ['search_docs'];

export const toolsOf = (names: readonly ToolName[]): ModelTool[] =>
  names.map((own) => ({ name: own, description: TOOLS[own].description, parameters: schemaOf(own) }));

/** One flat object: models fill in unions badly. `choice` is one more property of the query. */
function schemaOf(own: ToolName): object {
  if (own !== 'propose_query') return z.toJSONSchema(TOOLS[own].input, { io: 'input' });
  const { required: _, properties, ...rest } = z.toJSONSchema(flatQuery, { io: 'input' });
  const choice = { type: 'integer', description: 'Number of the reading to take, instead of a query.' };
  return { ...rest, properties: { choice, ...properties } };
}

/** The call in its form, or what is wrong with it. */
export function checkCall(call: ToolCall, allowed: readonly ToolName[]): CheckedCall | { readonly problem: string } {
  const own = DATA_TOOLS.find((tool) => tool === call.name);
  if (!own) return { problem: `There is no tool '${call.name.slice(0, 60)}'. Tools: ${allowed.join(', ')}.` };
  if (!allowed.includes(own))
    return { problem: `'${own}' cannot be used any more in this answer: documents have been read. Answer now.` };
  let input: unknown;
  try {
    input = JSON.parse(call.arguments === '' ? '{}' : call.arguments);
  } catch {
    return { problem: 'The arguments are not valid JSON.' };
  }
  const parsed = own === 'propose_query' ? parseProposal(input) : TOOLS[own].input.safeParse(input);
  if (!parsed.success) return { problem: z.prettifyError(parsed.error).slice(0, 1000) };
  return { name: own, input: parsed.data } as CheckedCall;
}

/** Of a union, zod reports nothing useful: the branch that is meant is known. */
function parseProposal(input: unknown) {
  const [choice, query] = TOOLS.propose_query.input.options;
  const takes = typeof input === 'object' && input !== null && 'choice' in input && !('dataset' in input);
  return takes ? choice.safeParse(input) : query.safeParse(input);
}

/** A call that a model without tools writes as its text: `{"name": …, "arguments": {…}}`, in a code block or not. */
export function writtenCall(content: string): ToolCall | null {
  const body = /^(?:```(?:json)?\s*)?(\{[\s\S]*\})\s*(?:```)?$/.exec(content.trim())?.[1];
  if (body === undefined) return null;
  try {
    const parsed = z.object({ name: z.string(), arguments: z.looseObject({}) }).safeParse(JSON.parse(body));
    if (!parsed.success || !DATA_TOOLS.some((tool) => tool === parsed.data.name)) return null;
    return { id: 'call_0', name: parsed.data.name, arguments: JSON.stringify(parsed.data.arguments) };
  } catch {
    return null;
  }
}
