import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { Rise } from '../testing/rise.tsx';
import type { ConfirmConfig } from './confirm-config.ts';
import { useConfirm } from './confirm-provider.tsx';

function Asker({ config }: { config?: ConfirmConfig }) {
  const confirm = useConfirm();
  const [answer, setAnswer] = useState('none');
  return (
    <>
      <button type="button" onClick={() => void confirm(config).then(setAnswer)}>
        Ask
      </button>
      <p data-testid="answer">{answer}</p>
    </>
  );
}

async function openDialog(config?: ConfirmConfig) {
  render(
    <Rise>
      <Asker config={config} />
    </Rise>,
  );
  await userEvent.click(screen.getByText('Ask'));
  // Its code is loaded with the first confirmation.
  return screen.findByRole('dialog');
}

const icon = (dialog: HTMLElement) => dialog.querySelector<HTMLElement>('[data-color]:has(svg)');
const answer = () => screen.getByTestId('answer').textContent;

afterEach(cleanup);

describe('the confirmation dialog', () => {
  it('defaults to the texts of the specification', async () => {
    const dialog = await openDialog();
    expect(await screen.findByRole('dialog', { name: 'Confirm action' })).toBe(dialog);
    expect(dialog.textContent).toContain('Are you sure you want to confirm this action?');
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Close' })).toBeTruthy();
    expect(icon(dialog)?.dataset['color']).toBe('warn');
    expect(dialog.querySelector('.tabler-icon-alert-triangle')).not.toBeNull();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Confirm'));
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(answer()).toBe('confirmed'));
  });

  it('shows the given texts, and focuses Cancel before destructive actions', async () => {
    await openDialog({
      title: 'Clear conversation',
      message: 'Are you sure you want to clear the chat?',
      actions: { confirm: { label: 'Clear', color: 'warn' } },
    });
    expect(await screen.findByRole('dialog', { name: 'Clear conversation' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Clear' })).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(answer()).toBe('cancelled'));
  });

  it('closes on Escape only if that is allowed', async () => {
    await openDialog({ dismissible: false, actions: { cancel: { show: false } } });
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
    await userEvent.keyboard('{Escape}');
    expect(answer()).toBe('none');
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(answer()).toBe('confirmed'));
  });

  it('treats Escape as canceled', async () => {
    await openDialog();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(answer()).toBe('cancelled'));
  });

  it.each(['primary', 'accent', 'warn', 'basic', 'info', 'success', 'warning', 'error'] as const)(
    'has its icon in the color %s',
    async (color) => {
      const dialog = await openDialog({ icon: { name: 'info', color } });
      expect(icon(dialog)?.dataset['color']).toBe(color);
      expect(dialog.querySelector('.tabler-icon-info-circle')).not.toBeNull();
    },
  );

  it('hides icon and buttons if configured', async () => {
    const dialog = await openDialog({
      icon: { show: false },
      actions: { confirm: { show: false }, cancel: { label: 'Back' } },
    });
    expect(icon(dialog)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(answer()).toBe('cancelled'));
  });

  it('closes on a click outside or by its close button only if that is allowed', async () => {
    await openDialog({ dismissible: false });
    await userEvent.click(document.querySelector('.mantine-Modal-overlay')!);
    expect(answer()).toBe('none');
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
    cleanup();
    await openDialog();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(answer()).toBe('cancelled'));
    cleanup();
    await openDialog();
    await userEvent.click(document.querySelector('.mantine-Modal-overlay')!);
    await waitFor(() => expect(answer()).toBe('cancelled'));
  });

  it('returns focus to the trigger', async () => {
    await openDialog();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByText('Ask')));
  });
});
