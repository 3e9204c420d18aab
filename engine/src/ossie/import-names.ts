import type { LocalizedText } from '@rise/contract';
import { VENDOR, type AiContext, type OssieExtension } from './ossie-document.ts';

/** Words of an element of a document in a model's form, and what was not read of them. */
export interface ImportedNames {
  readonly name: string;
  readonly title: LocalizedText;
  readonly description: string | null;
  readonly synonyms: string[];
  readonly notes: readonly string[];
}

interface Element {
  readonly name: string;
  readonly description?: string | undefined;
  readonly ai_context?: AiContext | undefined;
  readonly custom_extensions?: readonly OssieExtension[] | undefined;
}

/** Names an element, and adds the name to `taken`: `prefix` distinguishes those that are taken already. */
export function namesOf(element: Element, taken: Set<string>, prefix: string): ImportedNames {
  const notes: string[] = [];
  const plain = toName(element.name);
  let name = taken.has(plain) ? toName(`${prefix}_${plain}`) : plain;
  for (let number = 2; taken.has(name); number++) name = toName(`${prefix}_${plain}_${number}`);
  taken.add(name);
  if (name !== element.name) notes.push(`It is '${name}' in the model, whose names are unique and in lower case.`);
  return {
    name,
    title: { en: titleOf(element.name) },
    description: element.description || null,
    notes: [...notes, ...unread(element)],
    synonyms: synonymsOf(element.ai_context),
  };
}

/** What a model has no word for in an element. */
export function unread({ ai_context: context, custom_extensions: all = [] }: Omit<Element, 'name'>): string[] {
  const notes = all
    .filter(({ vendor_name: vendor }) => vendor !== VENDOR)
    .map(({ vendor_name: vendor }) => `The extension of ${vendor} was not read.`);
  if (context === undefined) return notes;
  if (typeof context === 'string') return [...notes, 'ai_context is one text and was not read: only synonyms are.'];
  const keys = Object.keys(context).filter((key) => key !== 'synonyms');
  return keys.length === 0 ? notes : [...notes, `ai_context.${keys.join(', ')} was not read: only synonyms are.`];
}

export const synonymsOf = (context: AiContext | undefined): string[] =>
  typeof context === 'object' ? [...(context.synonyms ?? [])] : [];

const MAX_NAME = 63;

/** A name of a model: lower-case letters, digits and _. */
function toName(text: string): string {
  const plain = text.toLowerCase().replaceAll(/[^a-z0-9_]+/g, '_');
  return (/^[a-z]/.test(plain) ? plain : `x_${plain}`).slice(0, MAX_NAME);
}

export function titleOf(name: string): string {
  const words = name.replaceAll('_', ' ').trim();
  return words === '' ? name : words[0]!.toUpperCase() + words.slice(1);
}
