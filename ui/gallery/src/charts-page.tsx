import { useState } from 'react';
import { AreaChart, ComboChart, DonutChart, PolarChart, RadarChart, Sparkline } from '../../src/charts/index.ts';
import { Page, PageHeader, SegmentedChoice, Tile, TileGrid } from '../../src/index.ts';
import {
  ages,
  budget,
  BUDGETS,
  comparison,
  falling,
  issues,
  loyalty,
  month,
  price,
  rising,
  share,
  tasks,
  visitors,
  WEEKDAYS,
} from './chart-samples.ts';
import { count, money } from './sample.ts';

const ago = (minutes: number) => (minutes === 0 ? 'now' : `${-minutes} min ago`);

/** Dashboard charts that the scorecard does not show. */
export function ChartsPage() {
  const [span, setSpan] = useState<'year' | 'month'>('year');
  return (
    <Page>
      <PageHeader title="Charts" purpose="Every kind, on the grounds where it may stand." />
      <SegmentedChoice
        label="Span"
        options={[
          { value: 'year', label: 'Year' },
          { value: 'month', label: 'Month' },
        ]}
        value={span}
        onChange={setSpan}
      />
      <div style={{ overflow: 'hidden', borderRadius: 8, paddingTop: 16, background: 'var(--rise-brand)' }}>
        <AreaChart
          label="Visitors a day"
          xLabel="Date"
          series={span === 'year' ? visitors : month}
          format={count}
          smooth
          bleed
          ground="dark"
          height={300}
        />
      </div>
      <TileGrid>
        <Tile title="Visitors and page views" span={8}>
          <AreaChart label="Visitors and page views" xLabel="Date" series={comparison} format={count} smooth />
        </Tile>
        <Tile title="As high as its box" span={4}>
          <div style={{ height: 220 }}>
            <AreaChart
              label="Price"
              xLabel="Minutes"
              series={price}
              format={{ ...money, decimals: 2 }}
              writeX={ago}
              fromZero={false}
              height="fill"
            />
          </div>
        </Tile>
        <Tile title="Without a ground, without points" span={4}>
          <AreaChart
            label="Lines"
            xLabel="Date"
            series={comparison}
            format={count}
            fill={false}
            axes="x"
            height={120}
          />
          <AreaChart label="No points" xLabel="Date" series={[]} format={count} height={80} />
        </Tile>
        <Tile title="Sparklines" span={4}>
          <Sparkline values={rising} tone="up" label="Rising" />
          <Sparkline values={falling} tone="down" fill height={64} />
          <Sparkline values={[3, 4, null, 2, 6, 5]} fill />
        </Tile>
        <Tile title="Issues a day" span={8}>
          <ComboChart label="Issues" categoryLabel="Weekday" categories={WEEKDAYS} series={issues} format={count} />
        </Tile>
        <Tile title="Who they are" span={4}>
          <DonutChart label="Age" parts={ages} detailLabel="Visitors">
            <span style={{ fontSize: 24, fontWeight: 600 }}>46,085</span>
            <span style={{ fontSize: 12 }}>visitors</span>
          </DonutChart>
        </Tile>
        <Tile title="Tasks" span={4}>
          <PolarChart label="Tasks" parts={tasks} format={count} valueLabel="Tasks" height={320} />
        </Tile>
        <Tile title="Budget" span={4}>
          <RadarChart
            label="Budget"
            categoryLabel="Budget"
            categories={BUDGETS}
            series={budget.slice(0, 1)}
            format={share}
          />
        </Tile>
        <Tile title="Budget of two years" span={4}>
          <RadarChart label="Budgets" categoryLabel="Budget" categories={BUDGETS} series={budget} format={share} />
        </Tile>
        <Tile title="New and returning" span={4}>
          <DonutChart label="New and returning" parts={loyalty} list={false} />
        </Tile>
        <Tile title="Nobody" span={4}>
          <DonutChart label="Nobody" parts={[]} />
        </Tile>
      </TileGrid>
    </Page>
  );
}
