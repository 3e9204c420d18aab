import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { HostAllowance, isHostEntry } from './host-allowance.ts';

const resolves = (entries: string[], host: string) =>
  promisify(new HostAllowance(entries).lookup)(host, { all: false }).then(
    () => true,
    (error: { code: string }) => error.code,
  );

describe('allowed hosts', () => {
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    'fd00::1',
    'fe80::1',
    '64:ff9b::a00:1',
  ])('%s is an internal address, and rejected unless it is listed', (address) => {
    expect(new HostAllowance([]).rejects(address)).toBe(true);
    expect(new HostAllowance([address]).rejects(address)).toBe(false);
  });

  test.each([
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0',
    '127.0.0.1.',
    '１２７.０.０.１',
    '[::1]',
    'fe80::1%eth0',
    '169.254.43518',
    '0xa9fea9fe',
    '10.1',
    '::127.0.0.1',
    '::ffff:0:127.0.0.1',
    '2002:7f00:1::',
    'ff02::1',
    '',
    'a@127.0.0.1',
  ])('%s is rejected in this notation, also beside listed hosts', async (host) => {
    for (const entries of [[], ['dw.example.org', '10.9.9.9']]) {
      expect(new HostAllowance(entries).rejects(host)).toBe(true);
      expect(await resolves(entries, host)).toBe('RISE_HOST_REFUSED');
    }
  });

  test.each(['1.1.1.1', '2606:4700::1111'])(
    '%s is a public address, and rejected once others are listed',
    (address) => {
      expect(new HostAllowance([]).rejects(address)).toBe(false);
      expect(new HostAllowance(['dw.example.org']).rejects(address)).toBe(true);
    },
  );

  test('names are judged by the addresses they resolve to, and addresses by value in any notation', async () => {
    for (const host of ['localhost', '2130706433', '0x7f000001', '127.1'])
      expect(await resolves([], host)).toBe('RISE_HOST_REFUSED');
    expect(await resolves(['localhost'], 'localhost')).toBe(true);
    expect(await resolves(['127.0.0.0/8', '::1'], 'localhost')).toBe(true);
    expect(await resolves(['10.0.0.0/8'], 'localhost')).toBe('RISE_HOST_REFUSED');
    expect(await resolves(['*.example.org'], 'localhost')).toBe('RISE_HOST_REFUSED');
  });

  test('an entry is a name, a wildcard, an address or a network', () => {
    for (const entry of ['dw.example.org', '*.example.org', '10.0.0.1', '10.0.0.0/8', 'fd00::/8'])
      expect(isHostEntry(entry)).toBe(true);
    for (const entry of ['https://dw', 'dw:5432', '10.0.0.0/33', '*', 'a b', 'dw/8'])
      expect(isHostEntry(entry)).toBe(false);
  });
});
