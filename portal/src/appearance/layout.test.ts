import { describe, expect, it } from 'vitest';
import { layoutNamed, resolveLayout } from './layout.ts';

describe('the layout', () => {
  it('is the last that speaks of configuration, person, address and route', () => {
    expect(resolveLayout({ configured: 'classic' })).toBe('classic');
    expect(resolveLayout({ configured: 'classic', preferred: 'dense' })).toBe('dense');
    expect(resolveLayout({ configured: 'classic', preferred: 'dense', asked: 'modern' })).toBe('modern');
    expect(resolveLayout({ configured: 'classic', preferred: 'dense', asked: 'modern', route: 'empty' })).toBe('empty');
    expect(resolveLayout({ configured: 'thin', preferred: null, asked: null, route: null })).toBe('thin');
  });

  it.each(['', 'Classic', 'constructor', '__proto__', 'classic,dense', undefined])(
    'is not asked for by %s',
    (value) => {
      expect(layoutNamed(value)).toBeNull();
    },
  );

  it('is asked for by its name', () => expect(layoutNamed('futuristic')).toBe('futuristic'));
});
