/** A number as text; null where it is none. */
export const finiteText = (number: number): string | null => (Number.isFinite(number) ? String(number) : null);

/** A timestamp as ISO 8601, whole seconds, of a text that begins with date and time. */
export const timestampText = (text: string): string => text.slice(0, 19).replace(' ', 'T');
