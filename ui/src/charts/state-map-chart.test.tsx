import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Rise } from '../testing/rise.tsx';
import { chartColors } from './chart-colors.ts';
import { init } from './engine-shapes.ts';
import { quantileLimits, quantileOf } from './quantiles.ts';
import { StateMapChart } from './state-map-chart.tsx';
import { stateClassColors, type StateItem, stateMapData, stateMapOption } from './state-map-option.ts';
import { STATE_PLACES, stateOf } from './us-states.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const item = (key: string, value: number | null): StateItem => ({ key, label: `State ${key}`, value });

/** Numbers that look random and are the same in every run. */
function* numbers(seed: number) {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

describe('quantiles', () => {
  it('put every value in one class, in order, with none empty, and about as many in each', () => {
    const next = numbers(7);
    const random = () => next.next().value as number;
    for (let round = 0; round < 300; round += 1) {
      const size = 1 + Math.floor(random() * 60);
      const range = random() < 0.5 ? 8 : 1e6;
      const values = Array.from({ length: size }, () => Math.round((random() - 0.3) * range));
      const limits = quantileLimits(values, 5);
      const classes = values.map((value) => quantileOf(value, limits));
      expect(limits).toEqual(limits.toSorted((a, b) => a - b));
      expect(new Set(classes)).toEqual(new Set(limits.keys()));
      for (const [at, value] of values.entries())
        for (const [other, than] of values.entries())
          if (value < than) expect(classes[at]!).toBeLessThanOrEqual(classes[other]!);
      if (new Set(values).size === size)
        for (const at of limits.keys()) {
          const members = classes.filter((one) => one === at).length;
          expect(Math.abs(members - size / limits.length)).toBeLessThanOrEqual(1);
        }
    }
    expect(quantileLimits([], 5)).toEqual([]);
  });
});

describe('the states', () => {
  it('are fifty with the capital and five territories, each at a place of its own', () => {
    expect(STATE_PLACES).toHaveLength(56);
    expect(new Set(STATE_PLACES.map(({ column, row }) => `${column} ${row}`)).size).toBe(56);
    expect(new Set(STATE_PLACES.map(({ code }) => code)).size).toBe(56);
  });

  it('are found by postal code and by name', () => {
    expect(['tx', 'Texas', ' NEW york ', 'DC'].map((text) => stateOf(text)?.code)).toEqual(['TX', 'TX', 'NY', 'DC']);
    expect([stateOf('Ontario'), stateOf(''), stateOf(' other')]).toEqual([null, null, null]);
  });

  it('have classes of their values, and what is no state is named', () => {
    const data = stateMapData([item('TX', 5), item('ON', 9), item('AK', null), item('CA', 1), item('ME', 5)]);
    expect(data.items.map(({ key }) => key)).toEqual(['AK', 'ME', 'CA', 'TX']);
    expect(data.unplaced.map(({ key }) => key)).toEqual(['ON']);
    expect(data.classes).toEqual([
      { low: 1, high: 1 },
      { low: 5, high: 5 },
    ]);
  });

  it('are drawn with code and value where there is room, those without data as outlines', () => {
    const draw = (width: number, height: number) => {
      const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
      const data = stateMapData([item('TX', 5), item('CA', 1), item('PR', null)]);
      const write = (value: number | null) => (value === null ? 'none' : `v${value}`);
      const place = { width, height, colors: chartColors('light', 'default'), motion: false };
      chart.setOption(
        stateMapOption({ ...data, selected: null, isSelectable: false, write, writeShort: write }, place),
      );
      const svg = chart.renderToSVGString();
      chart.dispose();
      return svg;
    };
    const wide = draw(900, 450);
    for (const text of ['TX', 'v5', 'CA', 'v1', 'PR', 'none', 'NY']) expect(wide).toContain(`>${text}</text>`);
    expect(wide).not.toContain('>GU</text>');
    const colors = stateClassColors(2, chartColors('light', 'default'));
    for (const color of colors) expect(wide).toContain(`fill="${color}"`);
    const narrow = draw(320, 280);
    expect(narrow).toContain('>TX</text>');
    expect(narrow).not.toContain('>v5</text>');
  });
});

describe('the map', () => {
  const shown = (onSelect?: (key: string) => void) =>
    render(
      <Rise>
        <StateMapChart
          label="Assets by state"
          categoryLabel="State"
          valueLabel="Assets"
          items={[item('TX', 5), item('CA', 1), item('ON', 9)]}
          format={{ unit: 'count' }}
          {...(onSelect && { onSelect })}
        />
      </Rise>,
    );

  it('is a table for screen readers, with what is no state, too', () => {
    shown();
    const rows = within(screen.getByRole('table')).getAllByRole('row');
    expect(rows.map((row) => row.textContent)).toEqual(['StateAssets', 'State TX5', 'State CA1', 'State ON9']);
  });

  it('is walked with the keys from state to state, and Enter selects one', async () => {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600);
    const select = vi.fn<(key: string) => void>();
    shown(select);
    const walk = await waitFor(() => screen.getByRole('slider', { name: 'Assets by state' }));
    expect(walk.getAttribute('aria-valuetext')).toBe('State CA, 1');
    fireEvent.keyDown(walk, { key: 'ArrowRight' });
    expect(walk.getAttribute('aria-valuetext')).toBe('State TX, 5');
    fireEvent.keyDown(walk, { key: 'Enter' });
    expect(select).toHaveBeenCalledWith('TX');
  });
});
