import { describe, expect, it } from 'vitest';
import { parseLayout, resolveLayout } from './layout.ts';

describe('the layout', () => {
  it('is the last one named by configuration, account, address and route', () => {
    expect(resolveLayout({ configured: 'classic' })).toBe('classic');
    expect(resolveLayout({ configured: 'classic', preferred: 'dense' })).toBe('dense');
    expect(resolveLayout({ configured: 'classic', preferred: 'dense', requested: 'modern' })).toBe('modern');
    expect(resolveLayout({ configured: 'classic', preferred: 'dense', requested: 'modern', route: 'empty' })).toBe(
      'empty',
    );
    expect(resolveLayout({ configured: 'thin', preferred: null, requested: null, route: null })).toBe('thin');
  });

  it.each(['', 'Classic', 'constructor', '__proto__', 'classic,dense', undefined])(
    'is not requested by %s',
    (value) => {
      expect(parseLayout(value)).toBeNull();
    },
  );

  it('is requested by its name', () => expect(parseLayout('futuristic')).toBe('futuristic'));
});
