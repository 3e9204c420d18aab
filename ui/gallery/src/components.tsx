import { Button } from '@mantine/core';
import { useState } from 'react';
import {
  ChartSkeleton,
  DataGrid,
  type DataGridColumn,
  Delta,
  ListSkeleton,
  loading,
  Page,
  PageHeader,
  PercentileStrip,
  SegmentedChoice,
  TableSkeleton,
  Tile,
  TileGrid,
  type ThemeName,
  THEME_NAMES,
  useAppearance,
  useConfirm,
} from '../../src/index.ts';
import { count, money, percent, type WideRow, wide } from './sample.ts';

const WIDE: readonly DataGridColumn<WideRow>[] = [
  { id: 'name', title: 'Credit union', value: (row) => row.name },
  ...Array.from({ length: 29 }, (_, column): DataGridColumn<WideRow> => ({
    id: `c${column}`,
    title: `Measure ${column + 1}`,
    value: (row) => row.values[column],
    format: { unit: 'number', decimals: 1 },
    about: true,
  })),
];

function Actions() {
  const confirm = useConfirm();
  const [answer, setAnswer] = useState('');
  const { theme, setTheme, scheme, setScheme } = useAppearance();
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' }}>
      <Button onClick={() => void confirm().then(setAnswer)}>Confirm</Button>
      <Button
        variant="default"
        onClick={() =>
          void confirm({
            title: 'Clear conversation',
            message: 'Are you sure you want to clear the chat?',
            actions: { confirm: { label: 'Clear', color: 'warn' } },
          }).then(setAnswer)
        }
      >
        Confirm what cannot be undone
      </Button>
      <Button variant="light" onClick={() => loading.pending(1)}>
        Request starts
      </Button>
      <Button variant="subtle" onClick={() => loading.pending(-1)}>
        Request ends
      </Button>
      <Button disabled>Disabled</Button>
      <output>{answer}</output>
      <SegmentedChoice<ThemeName>
        label="Theme"
        options={THEME_NAMES.map((name) => ({ value: name, label: name }))}
        value={theme}
        onChange={setTheme}
      />
      <SegmentedChoice
        label="Scheme"
        options={[
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
          { value: 'auto', label: 'System' },
        ]}
        value={scheme}
        onChange={setScheme}
      />
    </div>
  );
}

/** Component states that the scorecard does not show. */
export function Components() {
  return (
    <Page>
      <PageHeader title="Components" count={wide.length} purpose="Each in the states that a good day does not show." />
      <Actions />
      <TileGrid>
        <Tile
          title="A table that loads"
          span={4}
          state={{ status: 'loading' }}
          skeleton={<TableSkeleton rows={5} columns={3} />}
        />
        <Tile
          title="A chart that loads"
          span={4}
          state={{ status: 'loading' }}
          skeleton={<ChartSkeleton height={190} />}
        />
        <Tile title="A list that loads" span={4} state={{ status: 'loading' }} skeleton={<ListSkeleton rows={3} />} />
        <Tile
          title="Nothing there"
          span={4}
          state={{
            status: 'empty',
            title: 'No peers match',
            text: 'No credit union passes all three filters. Remove one to see more.',
            action: <Button variant="default">Clear filters</Button>,
          }}
        />
        <Tile
          title="Failed"
          span={4}
          state={{
            status: 'error',
            message: 'The warehouse took longer than allowed.',
            requestId: '01JD4B0C9G',
            onRetry: () => loading.pending(1),
          }}
        />
        <Tile title="Being renewed" span={4} state={{ status: 'stale' }}>
          <PercentileStrip percentile={12} peers={98} better="higher" />
          <PercentileStrip percentile={50} peers={98} better="lower" />
          <p>
            <Delta value={0.031} format={percent} better="higher" />{' '}
            <Delta value={0.004} format={percent} better="lower" points />{' '}
            <Delta value={-1_200_000} format={money} better="higher" /> <Delta value={0} format={count} />
          </p>
        </Tile>
        <Tile title="A thousand rows of thirty columns" subtitle="Only what is in sight is drawn">
          <DataGrid
            label="Wide"
            columns={WIDE}
            rows={wide}
            rowKey={(row) => row.key}
            density="compact"
            totals={{ c0: 1234.5 }}
            maxHeight={420}
            onRowOpen={() => undefined}
            openRow="row-2"
          />
        </Tile>
      </TileGrid>
    </Page>
  );
}
