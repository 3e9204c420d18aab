import type { Language, LocalizedText } from '@rise/contract';

/** A text as its writer put it, or one of ours in both languages. */
export type Text = string | Required<LocalizedText>;

/** Fields that people read: where one holds any text, it may hold one in both languages. */
type Read =
  | 'about'
  | 'answer'
  | 'content'
  | 'contents'
  | 'description'
  | 'detail'
  | 'extraContent'
  | 'label'
  | 'lastMessage'
  | 'linkedContent'
  | 'location'
  | 'name'
  | 'notes'
  | 'question'
  | 'size'
  | 'subject'
  | 'subtitle'
  | 'title'
  | 'type'
  | 'value';

/** A stored record, or an answer before it is told in the asker's language: what people read may be in both. */
export type Untold<T> = T extends readonly (infer E)[]
  ? Untold<E>[]
  : T extends object
    ? { [K in keyof T]: K extends Read ? Both<T[K]> : Untold<T[K]> }
    : T;
type Both<T> = string extends T ? T | Required<LocalizedText> : T extends readonly (infer E)[] ? Both<E>[] : Untold<T>;

/** Texts in both languages where only their place says that people read them; they are told like all others. */
export function toBeTold(texts: readonly Text[]): string[] {
  return texts as string[];
}

export function tell(text: Text, language: Language): string {
  return typeof text === 'string' ? text : text[language];
}

/** For `JSON.stringify`: each text in both languages becomes the one in this language. */
export function telling(language: Language): (key: string, value: unknown) => unknown {
  return (_key, value) => (isBoth(value) ? value[language] : value);
}

export function isBoth(value: unknown): value is Required<LocalizedText> {
  if (typeof value !== 'object' || value === null) return false;
  const { en, tr, ...rest } = value as Partial<Record<string, unknown>>;
  return typeof en === 'string' && typeof tr === 'string' && Object.keys(rest).length === 0;
}

/** The language that a request asks for first; English where it asks for none of ours. */
export function askedLanguage(header: string | null): Language {
  const first = (header ?? '')
    .split(',')
    .map((part) => part.trim().slice(0, 2).toLowerCase())
    .find((code) => code === 'en' || code === 'tr');
  return first === 'tr' ? 'tr' : 'en';
}

/**
 * Writes what a request says over a stored record, whose id stays. A text of ours that comes back as it was told is left in both
 * languages: nobody wrote it anew.
 */
export function merge<T extends object>(stored: T, change: object, language: Language): T {
  const fields = stored as Record<string, unknown>;
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || name === 'id') continue;
    const former = fields[name];
    if (isBoth(former) && former[language] === value) continue;
    fields[name] = value;
  }
  return stored;
}
