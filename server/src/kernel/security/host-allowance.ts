import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { HOST_REFUSED } from '@rise/engine';

/** Not public: this machine, private networks, and reserved addresses. */
const INSIDE = (
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16 198.18.0.0/15 ' +
  '224.0.0.0/4 240.0.0.0/4 ::/128 ::1/128 64:ff9b::/96 64:ff9b:1::/48 100::/64 2002::/16 fc00::/7 fe80::/10 ff00::/8'
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

/**
 * Which hosts this server connects to where users enter them. With entries, only those hosts are allowed: by name,
 * whatever it resolves to, or where every address it resolves to is listed. Without entries, any public address is
 * allowed and no internal one.
 */
export class HostAllowance {
  readonly #isRestricted: boolean;
  /** In lower case; '*.' in front allows any subdomain. */
  readonly #names: readonly string[];
  readonly #networks: BlockList;

  constructor(entries: readonly string[]) {
    this.#isRestricted = entries.length > 0;
    this.#names = entries.filter((entry) => isIP(entry.split('/')[0]!) === 0).map((entry) => entry.toLowerCase());
    this.#networks = networks(entries);
  }

  /** Whether a host given as an IP address is rejected; names are checked by `lookup`. */
  rejects(host: string): boolean {
    return isIP(host) !== 0 && !this.#allowsAddress(host);
  }

  /**
   * Resolves a name; fails with the code HOST_REFUSED for one that is not allowed. Called for each new connection, and
   * passed to libraries, so it is bound.
   */
  readonly lookup: LookupFunction = (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '', 0);
      if (!this.#allowsName(host) && !addresses.every(({ address }) => this.#allowsAddress(address)))
        return done(Object.assign(new Error(`${host} may not be reached`), { code: HOST_REFUSED }), '', 0);
      // Connect to the checked address: a second look-up could return another one.
      return options.all ? done(null, addresses) : done(null, addresses[0]!.address, addresses[0]!.family);
    });
  };

  #allowsName(host: string): boolean {
    const name = host.toLowerCase().replace(/\.$/, '');
    return this.#names.some((entry) => (entry.startsWith('*.') ? name.endsWith(entry.slice(1)) : name === entry));
  }

  #allowsAddress(address: string): boolean {
    if (isIP(address) === 0) return false;
    return this.#isRestricted
      ? this.#networks.check(address, family(address))
      : !inside.check(address, family(address));
  }
}
