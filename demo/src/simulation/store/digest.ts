import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** SHA-256 of the data's JSON. Not by the browser, which has it for pages of https only. */
export function digestOf(data: unknown): string {
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(data))));
}
