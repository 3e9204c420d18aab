import type { Calendar, ManagedDefaults, ManagedDefaultsChange } from '@rise/contract';

/** The fields of the form. */
type DefaultValues = Calendar & Pick<ManagedDefaults, 'currency' | 'language' | 'theme'>;

/** What was entered and not saved, by field. */
export type DefaultEdits = { [Field in keyof DefaultValues]?: DefaultValues[Field] | undefined };

export const valuesOf = ({ calendar, currency, language, theme }: ManagedDefaults): DefaultValues => ({
  ...calendar,
  currency,
  language,
  theme,
});

/** The same without what is stored: it is no edit, also where someone else changes that field afterwards. */
export function withoutStored(entered: DefaultEdits, saved: ManagedDefaults): DefaultEdits {
  const edits = editsOf(entered, saved);
  return Object.fromEntries(Object.keys(entered).map((field) => [field, edits[field as keyof DefaultValues]]));
}

/** Those that differ from what is stored now. */
export function editsOf(entered: DefaultEdits, saved: ManagedDefaults): Partial<DefaultValues> {
  const stored = valuesOf(saved);
  const differs = ([field, value]: [string, unknown]) =>
    value !== undefined && value !== stored[field as keyof DefaultValues];
  return Object.fromEntries(Object.entries(entered).filter(differs));
}

/** The change that is sent: fields that were not edited are left out, so that it takes back no change of theirs. */
export function changeOf({ currency, language, theme, ...calendar }: Partial<DefaultValues>): ManagedDefaultsChange {
  return {
    ...(Object.keys(calendar).length > 0 && { calendar }),
    ...(currency !== undefined && { currency }),
    ...(language !== undefined && { language }),
    ...(theme !== undefined && { theme }),
  };
}
