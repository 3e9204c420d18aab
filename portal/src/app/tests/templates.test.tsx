import type { OfferedTemplate, PublicationPreview, PublishedTemplate, Workspace } from '@rise/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { ALDER, BIRCH, fill, openPortal, person, server, usePortal } from './portal.fixture.tsx';

usePortal();

const id = (number: number) => `018f3a52-7d1c-7000-8000-00000000000${number}`;
const DAY = '2026-11-01T10:00:00.000Z';
const look = { icon: 'coins', color: 'amber' } as const;
const workspace: Workspace = {
  ...look,
  id: id(1),
  name: { en: 'Board pack' },
  description: null,
  everyone: 'view',
  template: false,
  reports: 2,
  members: 1,
  revision: 3,
  updatedAt: DAY,
  archivedAt: null,
  role: 'view',
  can: { edit: false, describe: false, manage: false, archive: false, restore: false, publish: true },
};
const template: PublishedTemplate = {
  ...look,
  id: id(5),
  name: { en: 'Board reporting', tr: 'Yönetim raporları' },
  description: { en: 'For the board', tr: 'Yönetim için' },
  version: 2,
  tenants: [BIRCH.id],
  withdrawnAt: null,
  source: { id: ALDER.id, name: ALDER.name },
  versions: [{ number: 2, note: 'Net worth', author: 'gina@rise.example', publishedAt: DAY, reports: 2 }],
  users: [{ tenant: 'Birch Credit Union', version: 1 }],
};
const press = (name: string | RegExp, scope = screen as Pick<typeof screen, 'findByRole'>) =>
  scope.findByRole('button', { name }).then((button) => userEvent.click(button));

describe('publishing a workspace as a template', () => {
  const key = `/api/v1/workspaces/${id(1)}/template`;
  let preview: PublicationPreview;
  beforeEach(() => {
    preview = {
      template: null,
      reports: [
        { title: { en: 'Overview' }, change: 'added', problems: [] },
        { title: { en: 'Branches' }, change: 'added', problems: ["tile 'a': There is no measure 'x'."] },
      ],
      removed: [],
      tenants: [BIRCH],
    };
    server.answers['GET /api/v1/workspaces'] = () => Response.json({ workspaces: [workspace] });
    server.answers[`GET ${key}`] = () => Response.json(preview);
  });
  const open = async () => {
    const { cache } = await openPortal(`/reports?workspace=${id(1)}`, person('global.admin', { kind: 'global' }));
    await press('Publish as template');
    return { cache, drawer: within(await screen.findByRole('dialog', { name: 'Publish as template' })) };
  };

  it('shows what is wrong with a report, and waits for its correction', async () => {
    const { drawer } = await open();
    expect(await drawer.findByText(/There is no measure/)).toBeTruthy();
    expect(drawer.getByText(/Correct the reports that are marked/)).toBeTruthy();
    expect(drawer.getByRole('button', { name: 'Publish version 1' })).toHaveProperty('disabled', true);
  });

  it('asks for both languages and for tenants, and says what was published', async () => {
    preview.reports[1]!.problems = [];
    const { cache, drawer } = await open();
    server.answers[`POST ${key}`] = async () => {
      preview.template = { ...template, version: 1 };
      // An event may be faster than the answer.
      await cache.invalidateQueries({ queryKey: ['workspaces'] });
      await drawer.findByRole('button', { name: 'Publish version 2' });
      return Response.json(preview.template);
    };
    await userEvent.click(await drawer.findByRole('radio', { name: 'Chosen tenants' }));
    await press('Publish version 1', drawer);
    expect(drawer.getByText('Choose at least one tenant.')).toBeTruthy();
    expect(drawer.getByText('Enter a name.')).toBeTruthy();
    expect(drawer.getAllByText('Enter a description.')).toHaveLength(2);
    expect(server.sent(`POST ${key}`)).toEqual([]);
    await fill(drawer.getByRole('textbox', { name: /^Name in Turkish/ }), 'Yönetim');
    await fill(drawer.getByRole('textbox', { name: /^Description in English/ }), 'For the board');
    await fill(drawer.getByRole('textbox', { name: /^Description in Turkish/ }), 'Yönetim için');
    await fill(drawer.getByRole('textbox', { name: /^What is new/ }), 'First');
    await userEvent.click(drawer.getByRole('checkbox', { name: 'Birch Credit Union' }));
    await press('Publish version 1', drawer);
    expect(await drawer.findByText(/Version 1 is published/)).toBeTruthy();
    expect(server.sent(`POST ${key}`)).toEqual([
      {
        name: { en: 'Board pack', tr: 'Yönetim' },
        description: { en: 'For the board', tr: 'Yönetim için' },
        tenants: [BIRCH.id],
        note: 'First',
        basedOn: 0,
      },
    ]);
  });

  it('is for those who may', async () => {
    server.answers['GET /api/v1/workspaces'] = () =>
      Response.json({ workspaces: [{ ...workspace, can: { ...workspace.can, publish: false } }] });
    await openPortal(`/reports?workspace=${id(1)}`, person('tenant.admin'));
    expect(await screen.findByRole('heading', { level: 1, name: /^Board pack/ })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Publish as template' })).toBeNull();
  });
});

describe('the list of published templates', () => {
  const own = `/api/v1/global/workspace-templates/${id(5)}`;
  let templates: PublishedTemplate[];
  beforeEach(() => {
    templates = [template];
    server.answers['GET /api/v1/global/workspace-templates'] = () =>
      Response.json({ templates, tenants: [ALDER, BIRCH] });
  });
  const open = () => openPortal('/global/templates', person('global.admin', { kind: 'global', tenant: null }));

  it('says who may add each and who has, and changes that', async () => {
    await open();
    expect(await screen.findByText(/from Alder Credit Union · for Birch Credit Union/)).toBeTruthy();
    expect(screen.getByText('Added by Birch Credit Union (version 1)')).toBeTruthy();
    server.answers[`PATCH ${own}`] = () => {
      templates = [{ ...template, tenants: null }];
      return Response.json(templates[0]);
    };
    await press('Change tenants: Board reporting');
    const drawer = within(await screen.findByRole('dialog', { name: 'Choose tenants' }));
    expect(drawer.getByRole('checkbox', { name: 'Birch Credit Union' })).toHaveProperty('checked', true);
    await userEvent.click(drawer.getByRole('radio', { name: 'All tenants' }));
    await press('Save changes', drawer);
    expect(await screen.findByText(/for all tenants/)).toBeTruthy();
    expect(server.sent(`PATCH ${own}`)).toEqual([{ tenants: null }]);
  });

  it('withdraws one after a confirmation that says what tenants keep, and offers it again', async () => {
    server.answers[`POST ${own}/withdraw`] = () => {
      templates = [{ ...template, withdrawnAt: DAY }];
      return Response.json(templates[0]);
    };
    server.answers[`POST ${own}/offer`] = () => {
      templates = [template];
      return Response.json(template);
    };
    await open();
    await press('Withdraw Board reporting');
    const dialog = await screen.findByRole('dialog', { name: 'Withdraw “Board reporting”?' });
    expect(dialog.textContent).toContain('keep their workspace and its reports as they are');
    await press('Withdraw', within(dialog));
    expect(await screen.findByText('Withdrawn')).toBeTruthy();
    await press('Offer again: Board reporting');
    expect(await screen.findByText('Available')).toBeTruthy();
  });
});

describe('templates for a tenant', () => {
  const own = `/api/v1/workspace-templates/${id(5)}`;
  const inherited = { ...workspace, template: true, can: { ...workspace.can, manage: true, publish: false } };
  const { name, description, version } = template;
  const offer: OfferedTemplate = {
    ...look,
    id: id(5),
    name,
    description,
    version,
    history: [{ number: 2, note: 'Net worth', publishedAt: DAY }],
    reports: [
      { title: { en: 'Overview' }, purpose: { en: 'All at a glance' }, lacks: [] },
      { title: { en: 'Branches' }, purpose: { en: 'By branch' }, lacks: ['branch', 'deposits'] },
    ],
    isOffered: true,
    use: null,
  };
  let offers: OfferedTemplate[];
  beforeEach(() => {
    offers = [offer];
    server.answers['GET /api/v1/workspace-templates'] = () => Response.json({ templates: offers });
    server.answers['GET /api/v1/workspaces'] = () => Response.json({ workspaces: [inherited] });
    server.answers[`GET /api/v1/workspaces/${id(1)}/members`] = () => Response.json({ members: [], candidates: [] });
  });
  const used = (update: NonNullable<OfferedTemplate['use']>['update']) => ({
    ...offer,
    use: { workspace: id(1), isArchived: false, version: 1, update },
  });

  it('say what the model lacks before one is added', async () => {
    const { address } = await openPortal('/workspaces', person('tenant.admin'));
    await press('Templates');
    expect(address()).toBe('/workspaces?template=all');
    const drawer = within(await screen.findByRole('dialog', { name: 'Templates' }));
    expect(await drawer.findByText('Missing or different in your model: branch, deposits')).toBeTruthy();
    expect(drawer.getByText(/can’t show 1 of the reports/)).toBeTruthy();
    server.answers[`POST ${own}/add`] = () => {
      offers = [used(null)];
      return Response.json(inherited);
    };
    await press('Add workspace: Board reporting', drawer);
    expect(await drawer.findByText('Added')).toBeTruthy();
    expect(server.sent(`POST ${own}/add`)).toEqual([{ version: 2 }]);
    expect(drawer.getByRole('link', { name: 'Show reports' })).toBeTruthy();
  });

  it('that the model can show nothing of cannot be added', async () => {
    offers = [{ ...offer, reports: [offer.reports[1]!] }];
    await openPortal('/workspaces?template=all', person('tenant.admin'));
    expect(await screen.findByText(/Your model can show none of its reports/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add workspace: Board reporting' })).toBeNull();
  });

  it('tell on the list of workspaces what an update adds, changes and removes', async () => {
    const titles = (...of: string[]) => of.map((en) => ({ en }));
    offers = [used({ added: titles('News'), changed: titles('Overview'), removed: titles('Pack'), staying: [] })];
    const { address } = await openPortal('/workspaces', person('tenant.admin'));
    await press('Show what is new in Board pack');
    expect(address()).toBe(`/workspaces?template=${id(5)}`);
    const drawer = within(await screen.findByRole('dialog', { name: 'Templates' }));
    expect(await drawer.findByText('Version 2 is available')).toBeTruthy();
    for (const line of ['Added: News', 'Changed: Overview', /^Removed: Pack\. These are archived/])
      expect(drawer.getByText(line)).toBeTruthy();
    server.answers[`POST ${own}/update`] = () =>
      Response.json({ error: { code: 'CONFLICT', message: 'x', requestId: 'r' } }, { status: 409 });
    await press('Update Board reporting', drawer);
    expect(await drawer.findByText(/The template has changed meanwhile/)).toBeTruthy();
    server.answers[`POST ${own}/update`] = () => {
      offers = [used(null)];
      return Response.json(inherited);
    };
    await press('Update Board reporting', drawer);
    await waitFor(() => expect(drawer.queryByText('Version 2 is available')).toBeNull());
  });

  it('that were withdrawn say that everything stays', async () => {
    offers = [{ ...used(null), isOffered: false, history: [] }];
    await openPortal('/workspaces?template=all', person('tenant.admin'));
    expect(await screen.findByText(/Your workspace and its reports stay as they are/)).toBeTruthy();
  });

  it('are copied as a workspace of the tenant’s own', async () => {
    const copied = { ...workspace, id: id(2), name: { en: 'Our board' }, can: { ...workspace.can, manage: true } };
    const key = `POST /api/v1/workspaces/${id(1)}/fork`;
    server.answers[key] = () => {
      server.answers['GET /api/v1/workspaces'] = () => Response.json({ workspaces: [inherited, copied] });
      return Response.json(copied);
    };
    server.answers[`GET /api/v1/workspaces/${id(2)}/members`] = () => Response.json({ members: [], candidates: [] });
    await openPortal('/workspaces', person('tenant.admin'));
    await press('Options for Board pack');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Copy as own workspace' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Copy Board pack' }));
    const field = dialog.getByRole('textbox', { name: /^Name of the new workspace/ });
    expect(field).toHaveProperty('value', 'Board pack (copy)');
    await userEvent.clear(field);
    await press('Copy workspace', dialog);
    expect(dialog.getByText('Enter a name.')).toBeTruthy();
    await fill(field, 'Our board');
    await press('Copy workspace', dialog);
    expect(await screen.findByRole('dialog', { name: 'Our board' })).toBeTruthy();
    expect(server.sent(key)).toEqual([{ name: 'Our board' }]);
  });
});
