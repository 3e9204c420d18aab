/**
 * Our addresses for a tenant's own provider. Each provider has a callback of its own, compared with the one that an attempt was
 * started for: what one provider returns is never taken for another's (RFC 9700, 4.4.2).
 */
export function providerAddresses(publicUrl: URL, tenantId: string) {
  return {
    callback: new URL(`/login/callback/${tenantId}`, publicUrl),
    backchannel: new URL(`/login/backchannel/${tenantId}`, publicUrl),
    signIn: new URL(`/login/with/${tenantId}`, publicUrl),
  };
}
