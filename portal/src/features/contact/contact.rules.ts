export const FIELDS = ['name', 'email', 'subject', 'message'] as const;
export type FieldName = (typeof FIELDS)[number];
export type ContactFields = Record<FieldName, string>;

/** Deliberately loose: only delivery shows whether an address exists. */
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;

/** Issues of the required fields; empty if the message can be sent. */
export function validateContact(
  fields: ContactFields,
  required: readonly FieldName[],
): Partial<Record<FieldName, 'missing' | 'invalid'>> {
  const issues: Partial<Record<FieldName, 'missing' | 'invalid'>> = {};
  for (const name of required) {
    const text = fields[name].trim();
    if (text === '') issues[name] = 'missing';
    else if (name === 'email' && !EMAIL.test(text)) issues[name] = 'invalid';
  }
  return issues;
}
