import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { SafeHtml } from './safe-html.tsx';

afterEach(cleanup);

it('keeps formatting and drops active content', () => {
  render(
    <SafeHtml html='<p>Dear <strong>reader</strong></p><script>alert(1)</script><img src=x onerror="alert(1)"><a href="javascript:alert(1)" onclick="alert(1)">here</a><style>p{}</style>' />,
  );
  expect(screen.getByText('reader').tagName).toBe('STRONG');
  expect(document.body.innerHTML).not.toMatch(/script|onerror|onclick|<img|<style|p\{\}/);
});
