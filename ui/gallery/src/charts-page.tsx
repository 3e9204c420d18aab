import { AreaChart, Sparkline } from '../../src/charts/index.ts';
import { Page, PageHeader, Tile, TileGrid } from '../../src/index.ts';
import { comparison, falling, price, rising, visitors } from './chart-samples.ts';
import { count, money } from './sample.ts';

const ago = (minutes: number) => (minutes === 0 ? 'now' : `${-minutes} min ago`);

/** The charts of dashboards, beside those that the scorecard shows. */
export function ChartsPage() {
  return (
    <Page>
      <PageHeader title="Charts" purpose="Every kind, on the grounds where it may stand." />
      <div style={{ overflow: 'hidden', borderRadius: 8, paddingTop: 16, background: 'var(--rise-brand)' }}>
        <AreaChart
          label="Visitors a day"
          xLabel="Date"
          series={visitors}
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
      </TileGrid>
    </Page>
  );
}
