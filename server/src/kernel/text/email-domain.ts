import { domainToASCII } from 'node:url';

/** The domain of an email address, in ASCII and lower case; null where there is none. */
export function emailDomain(address: string): string | null {
  const at = address.lastIndexOf('@');
  return at < 1 ? null : domainToASCII(address.slice(at + 1)) || null;
}
