import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Rise } from '../testing/rise.tsx';
import { FailurePage } from './states.tsx';

afterEach(cleanup);

describe('the page of an error', () => {
  it('speaks of a reference number only where it shows one', () => {
    const { container } = render(<FailurePage />, { wrapper: Rise });
    expect(container.textContent).not.toMatch(/reference/i);
    cleanup();
    render(<FailurePage requestId="0f1e2d3c" />, { wrapper: Rise });
    expect(screen.getByText(/Reference number 0f1e2d3c/)).toBeDefined();
  });

  it('is the main part of a document without a layout', () => {
    render(<FailurePage alone title="Rise could not start" />, { wrapper: Rise });
    expect(screen.getByRole('main').textContent).toContain('Rise could not start');
  });
});
