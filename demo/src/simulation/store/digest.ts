import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** SHA-256 of the data's JSON. Not with Web Crypto, which is limited to secure contexts. */
export function digestOf(data: unknown): string {
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(data))));
}
