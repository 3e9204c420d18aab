import type { GlobalTx } from '../kernel/database/database.ts';
import { ATTEMPT_MINUTES } from './sessions.rules.ts';

export interface Attempt {
  nonce: string;
  codeVerifier: string;
  returnTo: string;
  /** Of the secret of an invitation that the sign-in accepts; null for any other sign-in. */
  invitationHash: Buffer | null;
  /** The tenant whose own provider it leads to, and the connection that it uses; null: the installation's provider. */
  provider: { tenantId: string; connection: string } | null;
  /** The administrator who tests that provider; null: a sign-in. */
  testerId: string | null;
}

export async function insertAttempt(tx: GlobalTx, stateHash: Buffer, attempt: Attempt): Promise<void> {
  await tx.run`DELETE FROM sign_in_attempt WHERE expires_at < now()`;
  await tx.run`
    INSERT INTO sign_in_attempt (state_hash, nonce, code_verifier, return_to, invitation_hash, provider_tenant_id,
                                 provider_connection, tester_id, expires_at)
    VALUES (${stateHash}, ${attempt.nonce}, ${attempt.codeVerifier}, ${attempt.returnTo}, ${attempt.invitationHash},
            ${attempt.provider?.tenantId ?? null}, ${attempt.provider?.connection ?? null}, ${attempt.testerId},
            now() + make_interval(mins => ${ATTEMPT_MINUTES}))`;
}

/** Takes an attempt; a second or late call gets null. */
export function takeAttempt(tx: GlobalTx, stateHash: Buffer): Promise<Attempt | null> {
  return tx.first<Attempt>`
    WITH taken AS (DELETE FROM sign_in_attempt WHERE state_hash = ${stateHash} RETURNING *)
    SELECT nonce, code_verifier AS "codeVerifier", return_to AS "returnTo", invitation_hash AS "invitationHash",
           CASE WHEN provider_tenant_id IS NOT NULL
             THEN jsonb_build_object('tenantId', provider_tenant_id, 'connection', provider_connection) END AS provider,
           tester_id AS "testerId"
    FROM taken WHERE expires_at > now()`;
}
