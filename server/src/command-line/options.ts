/** Options that several commands share, and the checks on their values. */
export const TENANT = { type: 'string', describe: "The tenant's slug" } as const;
export const MESSAGE = { type: 'string', default: '', describe: 'Why, for the history' } as const;
export const VERSION_NUMBER = { type: 'number', describe: 'Number of a version' } as const;

const MESSAGE_CHARACTERS = 1000;

/** Throws where an option is set and is not a whole number from `least` to `most`. */
export function checkWholeNumber(name: string, value: number | undefined, least: number, most: number): void {
  if (value === undefined || (Number.isInteger(value) && value >= least && value <= most)) return;
  throw new Error(`--${name} must be a whole number from ${least} to ${most}`);
}

/** Throws where an option is set and cannot be the number of a version. */
export function checkVersion(name: string, value: number | undefined): void {
  if (value === undefined || (Number.isInteger(value) && value > 0)) return;
  throw new Error(`--${name} must be the number of a version`);
}

export function checkMessage(message: string): void {
  if (message.length > MESSAGE_CHARACTERS)
    throw new Error(`--message must have at most ${MESSAGE_CHARACTERS} characters`);
}
