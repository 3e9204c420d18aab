import type { ParseKeys } from 'i18next';

export interface Reason {
  title: ParseKeys;
  happened: ParseKeys;
  remedy: ParseKeys;
}

/** Texts by the `reason` parameter of the address. */
const REASONS: ReadonlyMap<string, Reason> = new Map([
  [
    'provider-unavailable',
    {
      title: 'loginFailed.providerUnavailable.title',
      happened: 'loginFailed.providerUnavailable.happened',
      remedy: 'loginFailed.providerUnavailable.remedy',
    },
  ],
  [
    'no-role',
    {
      title: 'loginFailed.noRole.title',
      happened: 'loginFailed.noRole.happened',
      remedy: 'loginFailed.noRole.remedy',
    },
  ],
  [
    'unknown-tenant',
    {
      title: 'loginFailed.unknownTenant.title',
      happened: 'loginFailed.unknownTenant.happened',
      remedy: 'loginFailed.unknownTenant.remedy',
    },
  ],
  [
    'tenant-suspended',
    {
      title: 'loginFailed.tenantSuspended.title',
      happened: 'loginFailed.tenantSuspended.happened',
      remedy: 'loginFailed.tenantSuspended.remedy',
    },
  ],
  [
    'account-disabled',
    {
      title: 'loginFailed.accountDisabled.title',
      happened: 'loginFailed.accountDisabled.happened',
      remedy: 'loginFailed.accountDisabled.remedy',
    },
  ],
  [
    'attempt-expired',
    {
      title: 'loginFailed.attemptExpired.title',
      happened: 'loginFailed.attemptExpired.happened',
      remedy: 'loginFailed.attemptExpired.remedy',
    },
  ],
  [
    'refused',
    {
      title: 'loginFailed.refused.title',
      happened: 'loginFailed.refused.happened',
      remedy: 'loginFailed.refused.remedy',
    },
  ],
  [
    'invitation-email',
    {
      title: 'loginFailed.invitationEmail.title',
      happened: 'loginFailed.invitationEmail.happened',
      remedy: 'loginFailed.invitationEmail.remedy',
    },
  ],
  [
    'invitation-unverified',
    {
      title: 'loginFailed.invitationUnverified.title',
      happened: 'loginFailed.invitationUnverified.happened',
      remedy: 'loginFailed.invitationUnverified.remedy',
    },
  ],
  [
    'invitation-ended',
    {
      title: 'loginFailed.invitationEnded.title',
      happened: 'loginFailed.invitationEnded.happened',
      remedy: 'loginFailed.invitationEnded.remedy',
    },
  ],
  [
    'approval-pending',
    {
      title: 'loginFailed.approvalPending.title',
      happened: 'loginFailed.approvalPending.happened',
      remedy: 'loginFailed.approvalPending.remedy',
    },
  ],
  [
    'tenant-full',
    {
      title: 'loginFailed.tenantFull.title',
      happened: 'loginFailed.tenantFull.happened',
      remedy: 'loginFailed.tenantFull.remedy',
    },
  ],
  [
    'own-provider',
    {
      title: 'loginFailed.ownProvider.title',
      happened: 'loginFailed.ownProvider.happened',
      remedy: 'loginFailed.ownProvider.remedy',
    },
  ],
  [
    'provider-off',
    {
      title: 'loginFailed.providerOff.title',
      happened: 'loginFailed.providerOff.happened',
      remedy: 'loginFailed.providerOff.remedy',
    },
  ],
]);

/** Texts for `failed` and unknown reasons. */
const FAILED: Reason = {
  title: 'loginFailed.failed.title',
  happened: 'loginFailed.failed.happened',
  remedy: 'loginFailed.failed.remedy',
};

export function reasonFor(name: unknown): Reason {
  return (typeof name === 'string' ? REASONS.get(name) : undefined) ?? FAILED;
}

/** The server's format of request ids, so that the address can't inject text into the page. */
export function requestIdFrom(value: unknown): string | null {
  return typeof value === 'string' && /^[A-Za-z0-9_-]{6,64}$/.test(value) ? value : null;
}
