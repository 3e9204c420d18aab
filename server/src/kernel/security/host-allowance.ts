import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { HOST_REFUSED } from '@rise/engine';

/** Not public: this machine, private networks, and reserved addresses. */
const INSIDE = (
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16 198.18.0.0/15 ' +
  '192.0.2.0/24 192.88.99.0/24 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 ::/96 ::ffff:0:0:0/96 ' +
  '64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 5f00::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8'
).split(' ');

/** 'dw.example.org', '*.example.org', '10.1.2.3' or '10.1.0.0/16'. */
export function isHostEntry(text: string): boolean {
  const [address = '', bits] = text.split('/');
  if (isIP(address) !== 0)
    return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= addressBits(address));
  return bits === undefined && /^(\*\.)?[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text);
}

const addressBits = (address: string) => (isIP(address) === 4 ? 32 : 128);
const family = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

function networks(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits = String(addressBits(address))] = entry.split('/');
    if (isIP(address) !== 0) list.addSubnet(address, Number(bits), family(address));
  }
  return list;
}

const inside = networks(INSIDE);
const refusal = (host: string) => Object.assign(new Error(`${host} may not be reached`), { code: HOST_REFUSED });

/**
 * A host as every library that is given it will read it: '127.1', '0x7f000001' and full-width digits are the address
 * 127.0.0.1. Null for what is no host. IPv6 addresses have no brackets.
 */
export function normalizeHost(text: string): string | null {
  // A zone says over which interface, and does not change what kind of address it is.
  const bare = text.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '');
  const address = `http://${isIP(bare) === 6 ? `[${bare}]` : bare}/`;
  if (!URL.canParse(address)) return null;
  const { hostname, port, pathname, username } = new URL(address);
  if (port !== '' || pathname !== '/' || username !== '') return null;
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

/**
 * The one place that judges where this server connects to: warehouses, identity provider, language model, mail. With
 * entries, only those hosts are allowed: by name, whatever it resolves to, or where every address it resolves to is
 * listed. Without entries, any public address is allowed and no internal one.
 */
export class HostAllowance {
  readonly #isRestricted: boolean;
  /** In lower case; '*.' in front allows any subdomain. */
  readonly #names: string[];
  readonly #networks: BlockList;

  constructor(entries: readonly string[]) {
    this.#isRestricted = entries.length > 0;
    this.#names = entries.filter((entry) => isIP(entry.split('/')[0]!) === 0).map((entry) => entry.toLowerCase());
    this.#networks = networks(entries);
  }

  /**
   * Public addresses, and the hosts that the operator has named in the configuration, wherever these are. What such a
   * host's answers name is judged like any other.
   */
  static publicAnd(...named: readonly URL[]): HostAllowance {
    const allowance = new HostAllowance([]);
    for (const { hostname } of named) allowance.#names.push(normalizeHost(hostname) ?? hostname);
    return allowance;
  }

  /** Whether a host given as an IP address, in any notation, is rejected; names are checked by `lookup`. */
  rejects(host: string): boolean {
    const normalized = normalizeHost(host);
    if (normalized === null) return true;
    return isIP(normalized) !== 0 && !this.#allowsName(normalized) && !this.#allowsAddress(normalized);
  }

  /**
   * Resolves a name or an address; fails with the code HOST_REFUSED for one that is not allowed. Called for each new
   * connection, and passed to libraries, so it is bound.
   */
  readonly lookup: LookupFunction = (host, options, done) => {
    if (this.rejects(host)) return done(refusal(host), '', 0);
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '', 0);
      if (!this.#allowsName(host) && !addresses.every(({ address }) => this.#allowsAddress(address)))
        return done(refusal(host), '', 0);
      // Connect to the checked address: a second look-up could return another one.
      return options.all ? done(null, addresses) : done(null, addresses[0]!.address, addresses[0]!.family);
    });
  };

  #allowsName(host: string): boolean {
    const name = normalizeHost(host);
    if (name === null) return false;
    return this.#names.some((entry) => (entry.startsWith('*.') ? name.endsWith(entry.slice(1)) : name === entry));
  }

  #allowsAddress(address: string): boolean {
    if (isIP(address) === 0) return false;
    return this.#isRestricted
      ? this.#networks.check(address, family(address))
      : !inside.check(address, family(address));
  }
}
