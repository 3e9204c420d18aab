/** Local day of a moment, as a date field has it. */
export function dayOf(moment: string | null): string {
  if (moment === null) return '';
  const date = new Date(moment);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Noon of a day, so that it is the same day in the zones nearby. */
export const momentOf = (day: string): string | null => (day === '' ? null : new Date(`${day}T12:00:00`).toISOString());
