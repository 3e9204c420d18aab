/** At least so many characters make a password. */
export const SHORTEST_PASSWORD = 8;

/** What can be wrong with a field, by the name of the text that says it. */
export type Fault =
  | 'nameMissing'
  | 'emailMissing'
  | 'emailIncomplete'
  | 'passwordMissing'
  | 'newPasswordMissing'
  | 'newPasswordShort'
  | 'repeatMissing'
  | 'repeatDiffers'
  | 'termsMissing';

/** Enough to catch a slip; whether somebody reads there, only a mail could tell. */
export function emailFault(email: string): Fault | undefined {
  if (email.trim() === '') return 'emailMissing';
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email.trim()) ? undefined : 'emailIncomplete';
}

export function newPasswordFault(password: string): Fault | undefined {
  if (password === '') return 'newPasswordMissing';
  return [...password].length < SHORTEST_PASSWORD ? 'newPasswordShort' : undefined;
}

export function repeatFault(repeated: string, password: string): Fault | undefined {
  if (repeated === '') return 'repeatMissing';
  return repeated === password ? undefined : 'repeatDiffers';
}
