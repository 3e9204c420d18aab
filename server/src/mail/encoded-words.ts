/** Bytes of text in one encoded word: at most 75 characters with its frame (RFC 2047). */
const BYTES = 45;

/** Whether a mail program could take part of a text for an encoded word, and decode what was typed as it stands. */
export function looksEncoded(text: string): boolean {
  return text.includes('=?');
}

/**
 * A text as encoded words, one on each line of the header: whatever it contains, it arrives as it is. No character is
 * divided between two words.
 */
export function toEncodedWords(text: string): string {
  const words = [''];
  for (const character of text) {
    const extended = words.at(-1)! + character;
    if (Buffer.byteLength(extended) <= BYTES) words[words.length - 1] = extended;
    else words.push(character);
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join('\r\n ');
}
