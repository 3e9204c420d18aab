import type { Language, LocalizedText as PartlyLocalizedText } from '@rise/contract';

/** In both languages. */
export type LocalizedText = Required<PartlyLocalizedText>;

/** A user's text in one language, or a seeded text in both. */
export type Text = string | LocalizedText;

/** Names of fields with text for readers: their string values may be in both languages. */
type ReadableField =
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
  | 'tooltip'
  | 'type'
  | 'value';

/** A stored record or a result before localization: readable texts may be in both languages. */
export type Localizable<T> = T extends readonly (infer E)[]
  ? Localizable<E>[]
  : T extends object
    ? { [K in keyof T]: K extends ReadableField ? LocalizableText<T[K]> : Localizable<T[K]> }
    : T;
type LocalizableText<T> = string extends T
  ? T | LocalizedText
  : T extends readonly (infer E)[]
    ? LocalizableText<E>[]
    : Localizable<T>;

/** Types texts as strings where no field name marks them as localizable; they are localized like all others. */
export function localizableTexts(texts: readonly Text[]): string[] {
  return texts as string[];
}

export function localize(text: Text, language: Language): string {
  return typeof text === 'string' ? text : text[language];
}

/** A replacer for `JSON.stringify` that picks one language of each localized text. */
export function localizer(language: Language): (key: string, value: unknown) => unknown {
  return (_key, value) => (isLocalized(value) ? value[language] : value);
}

export function isLocalized(value: unknown): value is LocalizedText {
  if (typeof value !== 'object' || value === null) return false;
  const { en, tr, ...rest } = value as Partial<Record<string, unknown>>;
  return typeof en === 'string' && typeof tr === 'string' && Object.keys(rest).length === 0;
}

/** The first supported language of an `accept-language` header; English by default. */
export function preferredLanguage(header: string | null): Language {
  const first = (header ?? '')
    .split(',')
    .map((part) => part.trim().slice(0, 2).toLowerCase())
    .find((code) => code === 'en' || code === 'tr');
  return first === 'tr' ? 'tr' : 'en';
}

/**
 * Overwrites a stored record with a request's fields, except its id. A seeded text that comes back unchanged keeps both
 * languages.
 */
export function merge<T extends object>(stored: T, change: object, language: Language): T {
  const fields = stored as Record<string, unknown>;
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || name === 'id') continue;
    const former = fields[name];
    if (isLocalized(former) && former[language] === value) continue;
    fields[name] = value;
  }
  return stored;
}
