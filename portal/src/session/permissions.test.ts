import { describe, expect, it } from 'vitest';
import { Permissions } from './permissions.ts';

const GRANTS = { permissions: ['report.read'], features: { chatbot: false, insights: true, chat: false } };

describe('permissions', () => {
  it('raises the permissions-loaded signal when loaded, and not before', async () => {
    const permissions = new Permissions();
    let raised = false;
    void permissions.loaded.then(() => (raised = true));
    await Promise.resolve();
    expect(raised).toBe(false);
    permissions.load(GRANTS);
    await permissions.loaded;
    expect(raised).toBe(true);
    expect(permissions.allows({ permission: 'report.read' })).toBe(true);
  });

  it('allows nothing before it is loaded', () => {
    expect(new Permissions().allows({ permission: 'report.read' })).toBe(false);
    expect(new Permissions().allows({ feature: 'insights' })).toBe(false);
  });

  it('requires every part of a rule', () => {
    const permissions = new Permissions();
    permissions.load(GRANTS);
    expect(permissions.allows({})).toBe(true);
    expect(permissions.allows({ feature: 'insights' })).toBe(true);
    expect(permissions.allows({ permission: 'tenant.administer', feature: 'insights' })).toBe(false);
    expect(permissions.allows({ permission: 'report.read', feature: 'chatbot' })).toBe(false);
  });

  it('applies a later session', () => {
    const permissions = new Permissions();
    permissions.load(GRANTS);
    permissions.load({ permissions: [], features: { chatbot: false, insights: false, chat: false } });
    expect(permissions.allows({ permission: 'report.read' })).toBe(false);
  });
});
