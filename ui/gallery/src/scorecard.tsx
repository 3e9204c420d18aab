import { Button } from '@mantine/core';
import { useState } from 'react';
import {
  BandScale,
  DataGrid,
  type DataGridColumn,
  DetailCode,
  DetailDrawer,
  DetailList,
  DetailSection,
  FilterChip,
  FilterRow,
  KpiCard,
  KpiGrid,
  Page,
  PageHeader,
  SearchSelect,
  SegmentedChoice,
  Tile,
  TileGrid,
} from '../../src/index.ts';
import { DistributionChart, MixChart, RankingChart } from '../../src/charts/index.ts';
import { bands, buckets, count, money, parts, percent, ranking, type StateRow, states } from './sample.ts';

const COLUMNS: readonly DataGridColumn<StateRow>[] = [
  { id: 'name', title: 'State', value: (row) => row.name },
  { id: 'members', title: 'Credit unions', value: (row) => row.members, format: count, about: true },
  { id: 'assets', title: 'Assets', unit: '$', value: (row) => row.assets, format: money, width: 180, about: true },
  { id: 'ratio', title: 'Net worth', unit: '%', value: (row) => row.ratio, format: percent, about: true },
  { id: 'growth', title: 'Loan growth', unit: '%', value: (row) => row.growth, format: percent, about: true },
];

const search = async (query: string) => {
  await new Promise((resolve) => setTimeout(resolve, 250));
  return ranking
    .filter(({ label }) => label.toLowerCase().includes(query.toLowerCase()))
    .map(({ key, label }) => ({
      value: key,
      title: label,
      detail: `Charter ${6800 + Number(key)} · Duluth, MN`,
      figure: '$1.2B',
    }));
};

const menu = [
  { id: 'about', label: 'About this number' },
  { id: 'table', label: 'Show as table' },
];

/** A page composed like a report. */
export function Scorecard() {
  const [subject, setSubject] = useState({ value: '2', title: 'Alder Credit Union' });
  const [about, setAbout] = useState<string | null>(null);
  return (
    <Page>
      <PageHeader
        title="Board scorecard"
        purpose="How one credit union stands beside its peers: capital, earnings, credit quality and growth."
        asOf={{ label: 'As of Dec 31, 2025', detail: 'Version 1, loaded 2 hours ago' }}
        actions={<Button variant="default">Share</Button>}
      />
      <Filters subject={subject} onSubject={setSubject} />
      <TileGrid>
        <KeyFigures onAbout={setAbout} />
        <Tile
          title="Net worth classification"
          subtitle="Net worth ratio, cut after two digits as NCUA does"
          menu={menu}
        >
          <BandScale
            label="Net worth classification"
            bands={bands}
            value={0.0912}
            format={{ ...percent, truncate: true }}
          />
        </Tile>
        <Ranking subject={subject} onSubject={setSubject} />
        <Tile
          title="Most peers hold between 7 and 12 percent"
          subtitle="Credit unions by net worth ratio"
          span={6}
          menu={menu}
        >
          <DistributionChart
            label="Distribution of net worth ratio"
            format={percent}
            buckets={buckets}
            subject={{ label: 'Alder Credit Union', value: 0.1222 }}
            median={0.0974}
            countLabel="Credit unions"
            height={340}
          />
        </Tile>
        <Tile
          title="More mortgages, fewer vehicles than its peers"
          subtitle="Share of total loans"
          span={6}
          menu={menu}
        >
          <MixChart label="Loan mix" subjectLabel="Alder Credit Union" peersLabel="Peers" parts={parts} />
        </Tile>
        <Tile title="By state" subtitle="Totals are recomputed from their parts" span={6} menu={menu}>
          <DataGrid
            label="By state"
            columns={COLUMNS}
            rows={states}
            rowKey={(row) => row.code}
            totals={{ members: 1873, assets: '7126591837442', ratio: 0.1067, growth: 0.0213 }}
            defaultSort={{ id: 'assets', direction: 'desc' }}
            onAbout={(column, row) => setAbout(`${column} ${row?.name ?? 'total'}`)}
          />
        </Tile>
      </TileGrid>
      <AboutDrawer title={about} onClose={() => setAbout(null)} />
    </Page>
  );
}

interface Subject {
  value: string;
  title: string;
}

interface SubjectProps {
  subject: Subject;
  onSubject: (subject: Subject) => void;
}

function Filters({ subject, onSubject }: SubjectProps) {
  const [filter, setFilter] = useState<string[]>(['California', 'Texas', 'Ohio']);
  const [size, setSize] = useState<string[]>([]);
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 12, alignItems: 'center' }}>
      <div style={{ width: 360, maxWidth: '100%' }}>
        <SearchSelect label="Credit union" hideLabel value={subject} onSearch={search} onChange={onSubject} />
      </div>
      <FilterRow onClear={filter.length + size.length > 0 ? () => (setFilter([]), setSize([])) : undefined}>
        <FilterChip
          label="State"
          options={states.map(({ name }) => ({ value: name, label: name, detail: '212' }))}
          selected={filter}
          onChange={setFilter}
        />
        <FilterChip
          label="Peer group"
          options={['< $10m', '$10m – $50m', '$50m – $100m', '$100m – $500m', '> $500m'].map((label) => ({
            value: label,
            label,
          }))}
          selected={size}
          onChange={setSize}
        />
      </FilterRow>
    </div>
  );
}

function KeyFigures({ onAbout }: { onAbout: (title: string) => void }) {
  const open = (title: string) => () => onAbout(title);
  return (
    <Tile title="Key figures" subtitle="Beside the median of 412 peers" bare menu={menu}>
      <KpiGrid>
        <KpiCard
          title="Net worth ratio"
          value={0.0912}
          format={{ ...percent, truncate: true }}
          median={0.1084}
          position={{ percentile: 31, peers: 412 }}
          better="higher"
          band={{ title: 'Well capitalized', tone: 'positive' }}
          onAbout={open('Net worth ratio')}
        />
        <KpiCard
          title="Total assets"
          value="1241998345"
          format={money}
          median="312456789"
          position={{ percentile: 88, peers: 412 }}
          onAbout={open('Total assets')}
        />
        <KpiCard
          title="Delinquency"
          value={0.0121}
          format={percent}
          median={0.0064}
          position={{ percentile: 84, peers: 412 }}
          better="lower"
          onAbout={open('Delinquency')}
        />
        <KpiCard
          title="Return on average assets"
          value={0.0104}
          format={percent}
          median={0.0061}
          position={{ percentile: 79, peers: 412 }}
          better="higher"
          caveat="The prior year-end is not in this data: assets of the year-end stand for the average."
          onAbout={open('Return on average assets')}
        />
        <KpiCard
          title="Members"
          value={98_214}
          format={count}
          median={21_877}
          position={{ percentile: 90, peers: 412 }}
          onAbout={open('Members')}
        />
        <KpiCard
          title="Loans to shares"
          value={0.8123}
          format={percent}
          median={0.7411}
          position={{ percentile: 62, peers: 412 }}
          onAbout={open('Loans to shares')}
        />
        <KpiCard
          title="Net charge-offs"
          value={null}
          format={percent}
          median={0.0041}
          position={null}
          missing="Not reported in this period"
          onAbout={open('Net charge-offs')}
        />
        <KpiCard
          title="Efficiency ratio"
          value={-0.0412}
          format={percent}
          median={0.7123}
          position={{ percentile: null }}
          better="lower"
          onAbout={open('Efficiency ratio')}
        />
      </KpiGrid>
    </Tile>
  );
}

function Ranking({ subject, onSubject }: SubjectProps) {
  const [measure, setMeasure] = useState<'worth' | 'loans'>('worth');
  const pinned = { key: 'x', label: subject.title, value: 0.0912, rank: 1873 };
  return (
    <Tile
      title="Alder ranks 1,873rd of 4,374 by net worth"
      subtitle="Net worth ratio, %"
      span={6}
      menu={menu}
      headerEnd={
        <SegmentedChoice
          label="Measure"
          options={[
            { value: 'worth', label: 'Net worth' },
            { value: 'loans', label: 'Loans' },
          ]}
          value={measure}
          onChange={setMeasure}
        />
      }
    >
      <RankingChart
        label="Net worth ratio by credit union"
        format={percent}
        items={measure === 'worth' ? ranking : ranking.map((item) => ({ ...item, value: Number(item.value) * 0.7 }))}
        subject={measure === 'worth' ? pinned : { ...pinned, key: '2' }}
        count={4374}
        onSelect={(value) => onSubject({ value, title: ranking[Number(value)]?.label ?? 'Alder Credit Union' })}
      />
    </Tile>
  );
}

function AboutDrawer({ title, onClose }: { title: string | null; onClose: () => void }) {
  return (
    <DetailDrawer opened={title !== null} onClose={onClose} title={title ?? ''} subtitle="About this number">
      <DetailSection title="Definition">
        Net worth as a share of total assets: how much of what the credit union owns belongs to its members.
      </DetailSection>
      <DetailSection title="Formula">997 ÷ 010</DetailSection>
      <DetailSection title="Where it comes from">
        <DetailList
          items={[
            { name: 'Owner', value: 'Finance' },
            { name: 'Source', value: 'NCUA Financial Performance Report' },
            { name: 'As of', value: 'Dec 31, 2025' },
            { name: 'Data version', value: '1' },
          ]}
        />
      </DetailSection>
      <DetailSection title="Query">
        <DetailCode label="Query">
          {'SELECT sum(acct_997) / sum(acct_010)\nFROM fs220\nWHERE tenant_id = ? AND cu_number = ?'}
        </DetailCode>
      </DetailSection>
    </DetailDrawer>
  );
}
