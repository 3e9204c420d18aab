const two = (value: number) => String(value).padStart(2, '0');

/** A moment as a field for local date and time has it: 2026-11-28T09:30; empty for none. */
export function toLocalField(moment: string | null): string {
  if (moment === null) return '';
  const date = new Date(moment);
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The moment that such a field has; null while it is empty or incomplete. */
export function fromLocalField(text: string): string | null {
  const date = new Date(text);
  return text === '' || Number.isNaN(date.getTime()) ? null : date.toISOString();
}
