/** Words of examples and templates, in lower case without separators. */
const PLACEHOLDERS = (
  'changeme changethis replaceme replacethis pleasechange yoursecret yourown mysecret supersecret topsecret ' +
  'sessionsecret password passphrase placeholder example sample default secret insertyour randomstring development ' +
  'letmein correcthorsebatterystaple characters atleast loremipsum'
).split(' ');

/** Rows of keyboards and alphabets, read in both directions. */
const SEQUENCES = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const LEAST_DISTINCT = 8;
/** Letters and digits that must be left besides placeholders; random text rarely contains one. */
const LEAST_REST = 20;

/**
 * Why a secret can be guessed although it is long enough, to be read after its name ('repeats itself'); null for one
 * that looks random. It finds what people write, not every weak secret.
 */
export function weaknessOf(secret: string): string | null {
  if (period(secret) <= secret.length / 2) return 'repeats itself';
  if (new Set(secret).size < LEAST_DISTINCT) return `has fewer than ${LEAST_DISTINCT} different characters`;
  const plain = secret.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const rest = PLACEHOLDERS.reduce((text, word) => text.replaceAll(word, ''), plain);
  if (rest !== plain && rest.length < LEAST_REST) return 'is a placeholder';
  return neighbors(secret.toLowerCase()) * 2 >= secret.length - 1 ? 'is a sequence' : null;
}

/** Length of the shortest text whose repetition is this one; the last repetition may be cut off. */
function period(text: string): number {
  for (let length = 1; length < text.length; length += 1) {
    if (text.startsWith(text.slice(length))) return length;
  }
  return text.length;
}

/** How many characters follow the one before them in a sequence. */
function neighbors(text: string): number {
  return Array.from(text.slice(1)).filter((character, index) => {
    const pair = text[index]! + character;
    const back = character + text[index]!;
    return SEQUENCES.some((sequence) => sequence.includes(pair) || sequence.includes(back));
  }).length;
}
