export const FIELDS = ['name', 'email', 'subject', 'message'] as const;
export type FieldName = (typeof FIELDS)[number];
export type Written = Record<FieldName, string>;

/** Rough on purpose: whether an address exists is known by writing to it. */
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;

/** What is wrong with the fields that are asked for; nothing where the message may be sent. */
export function faultsOf(
  written: Written,
  asked: readonly FieldName[],
): Partial<Record<FieldName, 'missing' | 'invalid'>> {
  const faults: Partial<Record<FieldName, 'missing' | 'invalid'>> = {};
  for (const name of asked) {
    const text = written[name].trim();
    if (text === '') faults[name] = 'missing';
    else if (name === 'email' && !EMAIL.test(text)) faults[name] = 'invalid';
  }
  return faults;
}
