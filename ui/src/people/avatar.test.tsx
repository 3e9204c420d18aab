import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Avatar } from './avatar.tsx';

afterEach(cleanup);

const ADA = { firstName: 'Ada', lastName: 'Byron', email: 'ada@rise.example' };
const initials = (container: HTMLElement) => container.querySelector('[data-initials]')?.getAttribute('data-initials');

it('shows initials instead of a picture that cannot be shown, until there is another one', () => {
  const { container, rerender } = render(<Avatar person={{ ...ADA, avatar: '/pictures/ada.png' }} size={24} />);
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/pictures/ada.png');
  fireEvent.error(container.querySelector('img')!);
  expect([container.querySelector('img'), initials(container)]).toEqual([null, 'AB']);
  rerender(<Avatar person={{ ...ADA, avatar: '/pictures/new.png' }} size={24} />);
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/pictures/new.png');
});

it('shows initials where there is no picture', () => {
  const { container } = render(<Avatar person={{ ...ADA, avatar: null }} size={24} />);
  expect([container.querySelector('img'), initials(container)]).toEqual([null, 'AB']);
});
