import { MantineProvider } from '@mantine/core';
import type { Report } from '@rise/contract';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, describe, expect, it } from 'vitest';
import { startTranslations } from '../../../i18n/i18n.ts';
import { translationServer } from '../../../i18n/translation-server.fixture.ts';
import { ReportContext, type OpenReport } from '../report-context.ts';
import type { ReportChoices } from '../report.state.ts';
import { ParameterControls } from './parameter-controls.tsx';

afterEach(cleanup);

const PARAMETERS = [
  { name: 'growth', title: { en: 'Growth', tr: 'Büyüme' }, unit: 'percent', default: 0.05, min: 0, max: 0.5 },
];

async function show(language: 'en' | 'tr' = 'en') {
  const texts = await startTranslations({ language, retryAfter: 1, fetch: translationServer });
  const chosen: ReportChoices['parameters'][] = [];
  function Shown() {
    const [choices, setChoices] = useState<ReportChoices>({ filters: {} });
    const choose = (change: Partial<ReportChoices>) => {
      chosen.push(change.parameters);
      setChoices((before) => ({ ...before, ...change }) as ReportChoices);
    };
    const report = { document: { parameters: PARAMETERS } } as unknown as Report;
    return (
      <ReportContext value={{ report, choices, choose } as unknown as OpenReport}>
        <ParameterControls />
      </ReportContext>
    );
  }
  render(
    <I18nextProvider i18n={texts}>
      <MantineProvider>
        <Shown />
      </MantineProvider>
    </I18nextProvider>,
  );
  return chosen;
}
const enter = async (label: string, text: string) => {
  const input = screen.getByRole('textbox', { name: label });
  await userEvent.clear(input);
  await userEvent.type(input, `${text}{Enter}`);
};

describe('the numbers that readers set', () => {
  it('are entered as they are read, and are the default again once they are empty', async () => {
    const chosen = await show();
    expect(screen.getByRole('textbox', { name: 'Growth' })).toHaveProperty('value', '5%');
    await enter('Growth', '12.5');
    await waitFor(() => expect(chosen.at(-1)).toEqual({ growth: 0.125 }));
    await userEvent.clear(screen.getByRole('textbox', { name: 'Growth' }));
    await userEvent.tab();
    await waitFor(() => expect(chosen.at(-1)).toBeUndefined());
    expect(screen.getByRole('textbox', { name: 'Growth' })).toHaveProperty('value', '5%');
  });

  it('are not set outside of their limits, and say which these are', async () => {
    const chosen = await show('tr');
    await enter('Büyüme', '60');
    expect(screen.getByText('%0 ile %50 arasında bir sayı girin.')).toBeDefined();
    expect(chosen.flatMap((one) => one?.['growth'] ?? [])).not.toContain(0.6);
  });
});
