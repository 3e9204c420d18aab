/** Minimum password length in characters. */
export const SHORTEST_PASSWORD = 8;

/** Validation errors of a field, named after their texts. */
export type FieldError =
  | 'nameMissing'
  | 'emailMissing'
  | 'emailIncomplete'
  | 'passwordMissing'
  | 'newPasswordMissing'
  | 'newPasswordShort'
  | 'repeatMissing'
  | 'repeatDiffers'
  | 'termsMissing';

/** Catches typos only; whether the address exists is not checked. */
export function validateEmail(email: string): FieldError | undefined {
  if (email.trim() === '') return 'emailMissing';
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email.trim()) ? undefined : 'emailIncomplete';
}

export function validateNewPassword(password: string): FieldError | undefined {
  if (password === '') return 'newPasswordMissing';
  return [...password].length < SHORTEST_PASSWORD ? 'newPasswordShort' : undefined;
}

export function validateRepeat(repeated: string, password: string): FieldError | undefined {
  if (repeated === '') return 'repeatMissing';
  return repeated === password ? undefined : 'repeatDiffers';
}
