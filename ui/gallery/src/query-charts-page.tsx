import { useState } from 'react';
import {
  BoxChart,
  BulletChart,
  FunnelChart,
  HeatMapChart,
  PieChart,
  ScatterChart,
  SeriesChart,
  seriesChartHeight,
  TreemapChart,
  WaterfallChart,
} from '../../src/charts/index.ts';
import { Page, PageHeader, Tile, TileGrid } from '../../src/index.ts';
import * as sample from './query-chart-samples.ts';
import { count, money, percent } from './sample.ts';

const toggled = (set: ReadonlySet<string>, key: string | null): ReadonlySet<string> =>
  key === null || set.has(key) ? new Set() : new Set([key]);

/** The charts that take whatever a query returns. */
export function QueryChartsPage() {
  return (
    <Page>
      <PageHeader title="Query charts" purpose="One component for each shape of result." />
      <TileGrid>
        <SeriesTiles />
        <PartTiles />
        <ShapeTiles />
      </TileGrid>
    </Page>
  );
}

function SeriesTiles() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const months = { categoryLabel: 'Month', categories: sample.months };
  return (
    <>
      <Tile title="Lines far from zero" span={6}>
        <SeriesChart
          label="Delinquency"
          {...months}
          series={sample.rates}
          lines={[{ label: 'Policy limit', value: 0.0057 }]}
        />
      </Tile>
      <Tile title="Two units" span={6}>
        <SeriesChart label="New loans and their rate" {...months} series={sample.mixed} />
      </Tile>
      <Tile title="Stacked, with selection" span={6}>
        <SeriesChart
          label="Volume by product"
          {...months}
          series={sample.volumes}
          stack="total"
          selected={selected}
          onSelect={({ category }) => setSelected(toggled(selected, category))}
        />
      </Tile>
      <Tile title="100 %" span={6}>
        <SeriesChart label="Share by product" {...months} series={sample.volumes} stack="share" labels />
      </Tile>
      <Tile title="Both sides of zero" span={6}>
        <SeriesChart label="Deposits and withdrawals" {...months} series={sample.flows} stack="total" />
      </Tile>
      <Tile title="Stacked areas" span={6}>
        <SeriesChart label="Balance by product" {...months} series={sample.areas} stack="total" />
      </Tile>
      <Tile title="Bars" span={6}>
        <SeriesChart
          label="Members by branch"
          categoryLabel="Branch"
          categories={sample.branches}
          series={sample.members}
          orientation="horizontal"
          labels
          lines={[{ label: 'Average', value: 45_000 }]}
          height={seriesChartHeight(sample.branches.length)}
        />
      </Tile>
    </>
  );
}

function PartTiles() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const parts = { categoryLabel: 'Product', valueLabel: 'Balance', parts: sample.parts, format: money };
  return (
    <>
      <Tile title="Donut with its total" span={6}>
        <PieChart
          label="Loans by product"
          {...parts}
          total
          selected={selected}
          onSelect={(key) => setSelected(toggled(selected, key))}
        />
      </Tile>
      <Tile title="Pie in a narrow tile" span={4}>
        <PieChart label="Loans by product, as a pie" {...parts} shape="pie" />
      </Tile>
      <Tile title="Pie as high as its box" span={8}>
        <div style={{ height: 240 }}>
          <PieChart label="Loans by product, in a box" {...parts} height="fill" />
        </div>
      </Tile>
      <Tile title="Treemap" span={12}>
        <TreemapChart
          label="Loans by kind and branch"
          categoryLabel="Kind"
          partLabel="Branch"
          valueLabel="Balance"
          nodes={sample.nodes}
          format={money}
          onSelect={() => {}}
        />
      </Tile>
    </>
  );
}

function ShapeTiles() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  return (
    <>
      <Tile title="Scatter" span={6}>
        <ScatterChart
          label="Branches"
          pointLabel="Branch"
          seriesLabel="Region"
          points={sample.points}
          x={{ name: 'Members', format: count }}
          y={{ name: 'Loan growth', format: percent }}
          size={{ name: 'Assets', format: money }}
          selected={selected}
          onSelect={(key) => setSelected(toggled(selected, key))}
        />
      </Tile>
      <Tile title="Heat map" span={6}>
        <HeatMapChart
          label="Visits"
          rowLabel="Weekday"
          rows={sample.weekdays}
          columns={sample.hours}
          cells={sample.visits}
          format={count}
          onSelect={() => {}}
        />
      </Tile>
      <Tile title="Funnel" span={6}>
        <FunnelChart label="Applications" steps={sample.applications} format={count} />
      </Tile>
      <Tile title="Waterfall" span={6}>
        <WaterfallChart label="Loan balance" categoryLabel="Source" steps={sample.bridge} format={money} />
      </Tile>
      <Tile title="Boxes" span={6}>
        <BoxChart
          label="Delinquency by branch"
          categoryLabel="Branch"
          items={sample.spreads}
          format={percent}
          markedLabel="This month"
        />
      </Tile>
      <Tile title="Bullets" span={6}>
        <BulletChart label="Goals" items={sample.goals} format={count} onSelect={() => {}} />
      </Tile>
    </>
  );
}
