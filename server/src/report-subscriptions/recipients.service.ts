import {
  MAX_RECIPIENTS,
  type OutsideRecipients,
  type ReportSubscription,
  type ReportSubscriptions,
} from '@rise/contract';
import { limitingFields, requireLimits } from '../embedding/outside-reader.service.ts';
import type { TenantTx } from '../kernel/database/database.ts';
import { invalidField, UserError } from '../kernel/errors/user-error.ts';
import { readOutsideMail, type OutsideMail } from '../mail-administration/outside-mail.service.ts';
import type { OpenReport } from '../reports/report-documents.service.ts';
import type { WarehouseService } from '../warehouse/warehouse.service.ts';
import type { TenantPerson } from '../workspaces/workspaces.service.ts';
import type { SubscriptionRow } from './report-subscriptions.sql.ts';

interface Sender extends Pick<OpenReport, 'canShare' | 'document' | 'isPublished'> {
  readonly account: string;
}

interface Chosen {
  readonly recipients: readonly string[];
  readonly outside: OutsideRecipients | null;
}

/** VALIDATION_FAILED where there are none, or too many. */
export function requireNumber({ recipients, outside }: Chosen): void {
  const count = recipients.length + (outside?.addresses.length ?? 0);
  if (count === 0) throw invalidField('recipients', 'Choose at least one recipient.');
  if (count > MAX_RECIPIENTS)
    throw invalidField('recipients', `Choose at most ${MAX_RECIPIENTS} recipients, with the addresses outside.`);
}

/** VALIDATION_FAILED for people to whom the sender may not send. `known`: recipients already, who may have left since. */
export function requireRecipients(
  { account, canShare }: Pick<Sender, 'account' | 'canShare'>,
  recipients: readonly string[],
  people: readonly TenantPerson[],
  known: readonly string[] = [],
): void {
  const may = (one: string) =>
    one === account || (canShare && (known.includes(one) || people.some(({ id, isActive }) => id === one && isActive)));
  if (!recipients.every(may)) throw invalidField('recipients', 'You may not send this report to one of these people.');
}

/**
 * VALIDATION_FAILED for addresses at domains that the tenant does not allow, and for filters that do not limit the report.
 * `known`: recipients already, which may have been stopped since.
 */
export async function requireOutside(
  tx: TenantTx,
  sender: Sender,
  outside: OutsideRecipients | null,
  { warehouses, known = [] }: { warehouses: WarehouseService; known?: readonly string[] },
): Promise<void> {
  if (outside === null) return;
  if (!sender.canShare) throw invalidField('outside', 'Only those who may edit the workspace may send outside.');
  const { addresses, filters } = outside;
  const allowed = await readOutsideMail(tx, addresses);
  const first = addresses.find((one) => !known.includes(one) && allowed.stopped(one) !== null);
  if (first !== undefined)
    throw invalidField(
      'outside.addresses',
      allowed.stopped(first) === 'domain'
        ? `${first} is at no domain that your organization allows. An administrator can allow it.`
        : `${first} was unsubscribed by its reader. Only they can subscribe it again.`,
    );
  if (!sender.isPublished) throw new UserError('CONFLICT', 'Publish the report first.');
  const warehouse = await warehouses.find(tx);
  if (!warehouse) throw invalidField('outside', 'There is no data that could be sent.');
  try {
    requireLimits(filters, sender.document, warehouse.model.datasets);
  } catch (error) {
    if (!(error instanceof UserError) || !error.details) throw error;
    const details = error.details.map((detail) => ({ ...detail, field: `outside.${detail.field}` }));
    throw new UserError(error.code, undefined, details);
  }
}

/** What those who may send to others may choose; null for all others. */
export async function outsideChoices(
  tx: TenantTx,
  { canShare, document }: Pick<Sender, 'canShare' | 'document'>,
  warehouses: WarehouseService,
): Promise<ReportSubscriptions['outside']> {
  if (!canShare) return null;
  const [{ domains }, warehouse] = await Promise.all([readOutsideMail(tx, []), warehouses.find(tx)]);
  return { domains: [...domains], fields: warehouse ? limitingFields(document, warehouse.model.datasets) : [] };
}

/** Addresses of a subscription with why some get nothing. */
export const toOutside = (
  { addresses, outsideFilters: filters, outsideLanguage: language }: SubscriptionRow,
  mail: OutsideMail,
): ReportSubscription['outside'] =>
  filters === null || language === null
    ? null
    : { addresses: addresses.map((address) => ({ address, stopped: mail.stopped(address) })), filters, language };

/** Those that a subscription has. */
export const outsideOf = ({
  addresses,
  outsideFilters: filters,
  outsideLanguage: language,
}: SubscriptionRow): OutsideRecipients | null =>
  filters === null || language === null ? null : { addresses, filters, language };
