import type { Candidate, ReportSummary, Workspace, WorkspaceMember } from '@rise/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { fill, openPortal, person, server, usePortal } from './portal.fixture.tsx';

usePortal();

const id = (number: number) => `018f3a52-7d1c-7000-8000-00000000000${number}`;
const NOTHING = { edit: false, describe: false, manage: false, archive: false, restore: false, publish: false };
const EVERYTHING = { edit: true, describe: true, manage: true, archive: true, restore: false, publish: false };
const workspace = (number: number, name: string, more: Partial<Workspace> = {}): Workspace => ({
  id: id(number),
  name: { en: name },
  description: null,
  icon: 'bank',
  color: 'teal',
  everyone: 'view',
  template: false,
  reports: 1,
  members: 1,
  revision: 3,
  updatedAt: '2026-11-01T10:00:00.000Z',
  archivedAt: null,
  role: 'manage',
  can: EVERYTHING,
  ...more,
});
const report = (number: number, title: string, more: Partial<ReportSummary> = {}): ReportSummary => ({
  id: id(number),
  key: `report-${number}`,
  title: { en: title, tr: `${title} TR` },
  purpose: { en: `Why there is ${title}` },
  dataset: 'call_report',
  workspace: id(1),
  updatedAt: '2026-11-01T10:00:00.000Z',
  template: false,
  revision: 5,
  version: 1,
  hasDraft: false,
  archivedAt: null,
  favorite: false,
  verified: null,
  can: { edit: true, move: true, copy: true, archive: true, restore: false, verify: false, share: false },
  ...more,
});
const ada = { kind: 'person' as const, account: id(9), name: 'Ada Reader', email: 'ada@alder.example' };
const lending = { kind: 'group' as const, group: 'Lending', people: 2 };

let workspaces: Workspace[];
let reports: ReportSummary[];
let members: WorkspaceMember[];
const candidates: Candidate[] = [lending, ada];
const sent = (key: string) => server.requests.filter((request) => request.key === key).map(({ body }) => body);

beforeEach(() => {
  workspaces = [workspace(1, 'Board'), workspace(2, 'Lending', { everyone: 'edit' })];
  reports = [report(3, 'Scorecard'), report(4, 'Loans', { workspace: id(2) })];
  members = [{ id: id(8), role: 'view', who: lending }];
  server.answers['GET /api/v1/workspaces'] = () => Response.json({ workspaces });
  server.answers['GET /api/v1/reports'] = () => Response.json({ reports });
  server.answers[`GET /api/v1/workspaces/${id(1)}/members`] = () => Response.json({ members, candidates });
});

describe('the workspaces of a tenant', () => {
  it('are listed with what is in them and who may open them, archived ones on request', async () => {
    workspaces.push(
      workspace(5, 'Old', { archivedAt: '2026-11-02T10:00:00.000Z', can: { ...NOTHING, restore: true } }),
    );
    const { address } = await openPortal('/workspaces', person('tenant.admin'));
    const [board] = await screen.findAllByRole('listitem', { name: '' });
    expect(board).toBeTruthy();
    expect(await screen.findByText('1 report · 1 member · Everyone can edit')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Old' })).toBeNull();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Show 1 archived workspace' }));
    expect(await screen.findByRole('button', { name: 'Old' })).toBeTruthy();
    expect(address()).toBe('/workspaces?archived=1');
    server.answers[`POST /api/v1/workspaces/${id(5)}/restore`] = () => Response.json(workspaces[2]);
    await userEvent.click(screen.getByRole('button', { name: 'Options for Old' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Restore' }));
    await waitFor(() => expect(sent(`POST /api/v1/workspaces/${id(5)}/restore`)).toHaveLength(1));
  });

  it('are put into another order by the arrow keys on a handle, which is announced', async () => {
    server.answers['PUT /api/v1/workspaces/order'] = (body) => {
      const { ids } = body as { ids: string[] };
      workspaces = ids.map((each) => workspaces.find((one) => one.id === each)!);
      return Response.json({ workspaces });
    };
    await openPortal('/workspaces', person('tenant.admin'));
    (await screen.findByRole('button', { name: 'Move Board with the arrow keys' })).focus();
    await userEvent.keyboard('{ArrowDown}');
    expect(sent('PUT /api/v1/workspaces/order')).toEqual([{ ids: [id(2), id(1)] }]);
    expect(screen.getByText('Board is now at place 2 of 2.')).toBeTruthy();
    // It is the last one now.
    await userEvent.keyboard('{ArrowDown}');
    expect(sent('PUT /api/v1/workspaces/order')).toHaveLength(1);
  });

  it('are moved on by each key, however fast the keys come', async () => {
    workspaces.push(workspace(3, 'Third'), workspace(4, 'Fourth'));
    server.answers['PUT /api/v1/workspaces/order'] = (body) => {
      const { ids } = body as { ids: string[] };
      workspaces = ids.map((each) => workspaces.find((one) => one.id === each)!);
      return Response.json({ workspaces });
    };
    await openPortal('/workspaces', person('tenant.admin'));
    const handle = await screen.findByRole('button', { name: 'Move Board with the arrow keys' });
    await act(async () => {
      fireEvent.keyDown(handle, { key: 'ArrowDown' });
      // A timer draws what was changed: before it, another key may come.
      for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
      fireEvent.keyDown(handle, { key: 'ArrowDown' });
    });
    expect(await screen.findByText('Board is now at place 3 of 4.')).toBeTruthy();
    await waitFor(() => expect(workspaces.map((each) => each.id)).toEqual([2, 3, 1, 4].map(id)));
    const rows = () =>
      screen.getAllByRole('button', { name: /with the arrow keys$/ }).map((row) => row.getAttribute('aria-label'));
    await waitFor(() => expect(rows()[2]).toBe('Move Board with the arrow keys'));
  });

  it('are created with a name, and keep what was entered if that is taken', async () => {
    server.answers['POST /api/v1/workspaces'] = () => {
      const error = { code: 'CONFLICT', message: 'x', details: [{ field: 'name', message: 'x' }], requestId: 'r' };
      return Response.json({ error }, { status: 409 });
    };
    const { address } = await openPortal('/workspaces', person('tenant.admin'));
    await userEvent.click(await screen.findByRole('button', { name: 'New workspace' }));
    const drawer = await screen.findByRole('dialog', { name: 'New workspace' });
    await userEvent.click(within(drawer).getByRole('button', { name: 'Create workspace' }));
    expect(within(drawer).getByText('Enter a name.')).toBeTruthy();
    await fill(within(drawer).getByRole('textbox', { name: /^Name/ }), 'Board');
    await userEvent.click(within(drawer).getByRole('radio', { name: 'Coins' }));
    await userEvent.selectOptions(within(drawer).getByLabelText('Access for everyone'), 'Members only');
    await userEvent.click(within(drawer).getByRole('button', { name: 'Create workspace' }));
    expect(await within(drawer).findByText(/Another workspace is called “Board”/)).toBeTruthy();
    server.answers['POST /api/v1/workspaces'] = () => {
      workspaces.push(workspace(1, 'Board'));
      return Response.json(workspaces[0]);
    };
    await userEvent.click(within(drawer).getByRole('button', { name: 'Create workspace' }));
    expect(await screen.findByRole('dialog', { name: 'Board' })).toBeTruthy();
    expect(address()).toBe(`/workspaces?workspace=${id(1)}`);
    const content = { name: 'Board', description: '', icon: 'coins', color: 'primary', everyone: null };
    expect(sent('POST /api/v1/workspaces')).toEqual([content, content]);
  });

  it('say when someone else was faster, based on what was opened', async () => {
    const key = `PATCH /api/v1/workspaces/${id(1)}`;
    server.answers[key] = () =>
      Response.json({ error: { code: 'CONFLICT', message: 'x', requestId: 'r' } }, { status: 409 });
    await openPortal(`/workspaces?workspace=${id(1)}`, person('tenant.admin'));
    const drawer = await screen.findByRole('dialog', { name: 'Board' });
    await fill(within(drawer).getByRole('textbox', { name: 'Description' }), 'For directors');
    await userEvent.click(within(drawer).getByRole('button', { name: 'Save changes' }));
    expect(await within(drawer).findByText(/Someone else changed this workspace/)).toBeTruthy();
    expect(sent(key)).toMatchObject([{ description: 'For directors', basedOn: 3 }]);
    expect(within(drawer).getByRole('textbox', { name: 'Description' })).toHaveProperty('value', 'For directors');
  });

  it('have members with roles: people, and groups by their name', async () => {
    const key = `PUT /api/v1/workspaces/${id(1)}/members`;
    server.answers[key] = () => Response.json({ members });
    server.answers[`DELETE /api/v1/workspaces/${id(1)}/members/${id(8)}`] = () => Response.json({ members: [] });
    await openPortal(`/workspaces?workspace=${id(1)}`, person('tenant.admin'));
    const drawer = await screen.findByRole('dialog', { name: 'Board' });
    await userEvent.selectOptions(await within(drawer).findByLabelText('Role of Lending'), 'Can manage');
    await fill(within(drawer).getByRole('combobox', { name: 'Add a person or group' }), 'ada');
    await userEvent.click(await within(drawer).findByRole('option', { name: /Ada Reader/ }));
    await fill(within(drawer).getByRole('combobox', { name: 'Add a person or group' }), 'Auditors');
    await userEvent.click(await within(drawer).findByRole('option', { name: /Group “Auditors”/ }));
    expect(sent(key)).toEqual([
      { who: { kind: 'group', group: 'Lending' }, role: 'manage' },
      { who: { kind: 'person', account: id(9) }, role: 'view' },
      { who: { kind: 'group', group: 'Auditors' }, role: 'view' },
    ]);
    await userEvent.click(within(drawer).getByRole('button', { name: 'Remove Lending' }));
    await waitFor(() => expect(sent(`DELETE /api/v1/workspaces/${id(1)}/members/${id(8)}`)).toHaveLength(1));
  });

  it('that follow a template only let their access be changed', async () => {
    workspaces[0] = workspace(1, 'Board', { template: true, can: { ...EVERYTHING, describe: false } });
    const key = `PATCH /api/v1/workspaces/${id(1)}`;
    server.answers[key] = () => Response.json(workspaces[0]);
    await openPortal(`/workspaces?workspace=${id(1)}`, person('tenant.admin'));
    const drawer = await screen.findByRole('dialog', { name: 'Board' });
    expect(within(drawer).queryByRole('textbox', { name: /^Name/ })).toBeNull();
    await userEvent.selectOptions(within(drawer).getByLabelText('Access for everyone'), 'Members only');
    await userEvent.click(within(drawer).getByRole('button', { name: 'Save changes' }));
    expect(await within(drawer).findByText('Changes saved.')).toBeTruthy();
    expect(sent(key)).toEqual([{ everyone: null, basedOn: 3 }]);
  });
});

describe('the list of reports', () => {
  const open = (address: string) => openPortal(address, person('tenant.user'));
  const menuOf = async (title: string) => {
    await userEvent.click(await screen.findByRole('button', { name: `Options for ${title}` }));
    return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  };

  it('is that of a workspace, whose managers change it here', async () => {
    const { address } = await open('/reports');
    expect(await screen.findByRole('link', { name: 'Loans' })).toBeTruthy();
    const places = within(screen.getByRole('navigation', { name: 'Workspaces' }));
    await userEvent.click(places.getByRole('link', { name: /^Board/ }));
    expect(await screen.findByRole('heading', { level: 1, name: /^Board/ })).toBeTruthy();
    expect(address()).toBe(`/reports?workspace=${id(1)}`);
    expect(screen.queryByRole('link', { name: 'Loans' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Workspace settings' }));
    expect(await screen.findByRole('dialog', { name: 'Board' })).toBeTruthy();
  });

  it('offers what the reader may do, and nothing where that is nothing', async () => {
    workspaces = [workspace(1, 'Board', { role: 'view', can: NOTHING })];
    const none = { edit: false, move: false, copy: true, archive: false, restore: false, verify: false, share: false };
    reports = [report(3, 'Scorecard', { can: none })];
    await open('/reports');
    expect(await screen.findByRole('link', { name: 'Scorecard' })).toBeTruthy();
    // There is no workspace to copy it to.
    expect(screen.queryByRole('button', { name: 'Options for Scorecard' })).toBeNull();
  });

  it('renames a report in both languages, based on the revision that was opened', async () => {
    server.answers[`PATCH /api/v1/reports/${id(3)}`] = () => Response.json(reports[0]);
    await open('/reports');
    expect(await menuOf('Scorecard')).toEqual(['Edit', 'Rename', 'Move to workspace', 'Copy to workspace', 'Archive']);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Rename' }));
    const drawer = await screen.findByRole('dialog', { name: 'Rename report' });
    await userEvent.clear(within(drawer).getByRole('textbox', { name: /^Title/ }));
    await userEvent.click(within(drawer).getByRole('button', { name: 'Save changes' }));
    expect(within(drawer).getByText('Enter a title.')).toBeTruthy();
    await fill(within(drawer).getByRole('textbox', { name: /^Title/ }), 'Overview');
    await userEvent.clear(within(drawer).getByRole('textbox', { name: 'Turkish title' }));
    await userEvent.click(within(drawer).getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Report renamed.')).toBeTruthy();
    expect(sent(`PATCH /api/v1/reports/${id(3)}`)).toEqual([
      { title: { en: 'Overview' }, purpose: { en: 'Why there is Scorecard' }, basedOn: 5 },
    ]);
  });

  it('closes what is open for a report when Back leads to another list', async () => {
    const { router } = await open('/reports');
    const places = within(await screen.findByRole('navigation', { name: 'Workspaces' }));
    await userEvent.click(await places.findByRole('link', { name: /^Board/ }));
    await screen.findByRole('heading', { level: 1, name: /^Board/ });
    await menuOf('Scorecard');
    await userEvent.click(screen.getByRole('menuitem', { name: 'Rename' }));
    await screen.findByRole('dialog', { name: 'Rename report' });
    router.history.back();
    expect(await screen.findByRole('link', { name: 'Loans' })).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Rename report' })).toBeNull());
  });

  it('copies and moves a report to where the reader may put some', async () => {
    server.answers[`POST /api/v1/reports/${id(3)}/copy`] = () => Response.json(reports[0]);
    server.answers[`POST /api/v1/reports/${id(3)}/move`] = () => Response.json(reports[0]);
    await open('/reports');
    await menuOf('Scorecard');
    await userEvent.click(screen.getByRole('menuitem', { name: 'Copy to workspace' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Copy report' }));
    expect(await screen.findByText('Scorecard copied.')).toBeTruthy();
    await menuOf('Scorecard');
    await userEvent.click(screen.getByRole('menuitem', { name: 'Move to workspace' }));
    const drawer = await screen.findByRole('dialog', { name: 'Move report' });
    const options = within(drawer).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['Lending']);
    await userEvent.click(within(drawer).getByRole('button', { name: 'Move report' }));
    expect(await screen.findByText('Scorecard moved.')).toBeTruthy();
    const title = { en: 'Scorecard (copy)', tr: 'Scorecard TR (kopya)' };
    expect(sent(`POST /api/v1/reports/${id(3)}/copy`)).toEqual([{ workspace: id(1), title }]);
    expect(sent(`POST /api/v1/reports/${id(3)}/move`)).toEqual([{ workspace: id(2) }]);
  });

  it('archives a report, and takes that back', async () => {
    const archived = report(3, 'Scorecard', {
      archivedAt: '2026-11-02T10:00:00.000Z',
      can: { edit: false, move: false, copy: false, archive: false, restore: true, verify: false, share: false },
    });
    server.answers[`POST /api/v1/reports/${id(3)}/archive`] = () => {
      reports[0] = archived;
      return Response.json(archived);
    };
    server.answers[`POST /api/v1/reports/${id(3)}/restore`] = () => {
      reports[0] = report(3, 'Scorecard');
      return Response.json(reports[0]);
    };
    await open('/reports');
    await menuOf('Scorecard');
    await userEvent.click(screen.getByRole('menuitem', { name: 'Archive' }));
    expect(await screen.findByText('Scorecard archived.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Scorecard' })).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('link', { name: 'Scorecard' })).toBeTruthy();
  });

  it('leaves out what an archived workspace has, and lists it as archived', async () => {
    workspaces[1] = workspace(2, 'Lending', {
      archivedAt: '2026-11-02T10:00:00.000Z',
      can: { ...NOTHING, restore: true },
    });
    reports[1] = report(4, 'Loans', { workspace: id(2), can: { edit: false, move: false, copy: false, archive: false, restore: false, verify: false, share: false } }); // prettier-ignore
    await open('/reports');
    expect(await screen.findByRole('link', { name: 'Scorecard' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Loans' })).toBeNull();
    await userEvent.click(screen.getByRole('link', { name: /^Archived/ }));
    expect(await screen.findByRole('link', { name: 'Loans' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Scorecard' })).toBeNull();
  });
});
