/** Whether an address is at one of the domains, exactly: not at one below it. */
export const isAtDomain = (address: string, domains: readonly string[]): boolean =>
  domains.includes(address.slice(address.lastIndexOf('@') + 1).toLowerCase());
