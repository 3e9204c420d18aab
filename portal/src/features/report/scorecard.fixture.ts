import type { Report, Tile } from '@rise/contract';

const text = (en: string) => ({ en, tr: `${en} (tr)` });
const measure = (name: string) => ({
  name,
  title: text(name.toUpperCase()),
  label: null,
  definition: text(`What ${name} is`),
  caveat: null,
  averages: false,
  better: 'higher' as const,
  format: { unit: 'percent' as const, decimals: 2, truncate: name === 'nwr' },
  bands: null,
  classifies: null,
});

const TILES: Tile[] = [
  { id: 'figures', kind: 'kpis', title: text('Key figures'), width: 12, measures: ['nwr', 'roa'] },
  { id: 'class', kind: 'classification', title: text('Class'), width: 5, measure: 'nwr' },
  { id: 'spread', kind: 'distribution', title: text('Spread'), width: 7, buckets: 30 },
  { id: 'ranking', kind: 'ranking', title: text('Ranking'), width: 6, limit: 15 },
  { id: 'mix', kind: 'mix', title: text('Mix'), width: 6, whole: 'loans', parts: ['cars', 'homes'] },
  {
    id: 'states',
    kind: 'table',
    title: text('By state'),
    width: 12,
    of: 'peers',
    subtotals: false,
    dimensions: ['state'],
    measures: ['nwr'],
  },
];

/** The subject's own peer group, insured ones only. */
export const DEFAULT_PEERS = {
  defaultPeers: {
    like: ['peer_group'],
    where: [{ field: 'charter_type', values: [1, 2], label: text('insured') }],
  },
};

interface ScorecardParts {
  peers?: string[];
  filters?: string[];
  defaultPeers?: Report['document']['defaultPeers'];
  tiles?: Tile[];
}

/** A small scorecard for tests. */
export function scorecard({
  peers = ['state'],
  filters = [],
  tiles = TILES,
  defaultPeers,
}: ScorecardParts = {}): Report {
  const dimension = (name: string, values: { value: string; title: { en: string; tr: string } }[] | null = null) => ({
    name,
    title: text(name),
    description: null,
    values,
  });
  return {
    id: '79b6a11d-ef89-43e9-9415-ce451433932a',
    key: 'board-scorecard',
    levels: {},
    targets: [],
    title: text('Board scorecard'),
    purpose: text('Where it stands'),
    dataset: 'call_report',
    updatedAt: '2026-01-31T10:00:00Z',
    template: true,
    workspace: '018f3a52-7d1c-7000-8000-0000000000b1',
    revision: 1,
    version: 1,
    hasDraft: false,
    archivedAt: null,
    favorite: false,
    verified: null,
    verification: null,
    can: { edit: false, move: false, copy: true, archive: false, restore: false, verify: false, share: false },
    document: {
      title: text('Board scorecard'),
      purpose: text('Where it stands'),
      dataset: 'call_report',
      subject: {
        key: 'charter',
        title: 'name',
        details: ['city', 'state'],
        size: 'assets',
        count: 'institutions',
        label: text('Credit union'),
      },
      peers,
      ...(defaultPeers ? { defaultPeers } : {}),
      filters,
      measures: ['nwr', 'roa'],
      pages: [{ id: 'page', title: text('Board scorecard'), rows: [{ id: 'row', tiles }] }],
    },
    fields: {
      dimensions: [
        dimension('charter'),
        dimension('name'),
        dimension('city'),
        dimension('state', [
          { value: 'CA', title: { en: 'California', tr: 'Kaliforniya' } },
          { value: 'TX', title: { en: 'Texas', tr: 'Teksas' } },
        ]),
        dimension('peer_group', [{ value: '6', title: { en: '6 – large', tr: '6 – büyük' } }]),
        dimension('charter_type'),
      ],
      measures: ['nwr', 'roa', 'loans', 'cars', 'homes', 'assets'].map((name) => measure(name)),
    },
    defaultSubject: '68',
    currency: 'USD',
    dataVersion: 1,
    basis: 'first',
    asOf: '2025-12-31',
    loadedAt: '2026-02-01T09:30:00Z',
  };
}
