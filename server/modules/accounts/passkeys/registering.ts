import { randomBytes } from 'node:crypto'
import type { OutputOf } from '#contract/index.ts'
import { maxPasskeys } from '#contract/records/passkey-fields.ts'
import type { PasskeyAttestation, PasskeyCreation } from '#contract/webauthn.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import type { PublicContext } from '#server/engines/context.ts'
import type { Holder } from '../throttle.ts'
import { deviceName } from '../user-agent.ts'
import { type ChallengeUse, challengeSeconds, newPasskeyChallenge, spendPasskeyChallenge } from './challenges.ts'
import { credentialsOfHolder, findHandle, insertHandle, insertPasskey, type NewPasskey } from './passkeys.sql.ts'
import { relyingParty } from './relying-party.ts'

/** Ed25519, ES256 and RS256; every authenticator supports at least one of them (IANA COSE algorithms). */
const algorithms = [-8, -7, -257]

interface Person {
  /** The name that distinguishes this account from the person's others in the browser's dialog. */
  name: string
  displayName: string
}

export async function beginRegistration(
  { services, system }: Pick<PublicContext, 'services' | 'system'>,
  use: ChallengeUse,
  holder: Holder,
  { name, displayName }: Person,
): Promise<{ options: PasskeyCreation }> {
  const { config } = services
  const { id } = relyingParty(config)
  const existing = await credentialsOfHolder(system, holder)
  if (existing.length >= maxPasskeys) throw new Refusal(-41035, maxPasskeys)
  const userHandle = await handleOf(system, holder)
  return {
    options: {
      challenge: await newPasskeyChallenge(system, use),
      rp: { id, name: config.brandName },
      user: { id: userHandle.toString('base64url'), name, displayName },
      pubKeyCredParams: algorithms.map(alg => ({ alg, type: 'public-key' as const })),
      timeout: challengeSeconds * 1000,
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      excludeCredentials: existing,
    },
  }
}

/** Returns the holder's only handle, so that an authenticator replaces its passkey instead of offering two. */
async function handleOf(database: Database, holder: Holder): Promise<Buffer> {
  await insertHandle(database, holder, randomBytes(32))
  const found = await findHandle(database, holder)
  if (!found) throw new Error('the handle was inserted above')
  return found.user_handle
}

/** Returns the passkey that an authenticator has created for the challenge. Throws -41032 if anything in its answer is wrong. */
export async function checkAttestation(
  { services, caller }: PublicContext,
  use: ChallengeUse,
  { id, clientDataJSON, attestationObject, transports }: PasskeyAttestation,
): Promise<NewPasskey> {
  const { id: expectedRPID, origins: expectedOrigin } = relyingParty(services.config)
  const expectedChallenge = await spendPasskeyChallenge(services.counting, use, clientDataJSON)
  // The libraries take a tenth of a second to load, which the portal's start need not wait for.
  const [{ verifyRegistrationResponse }, { decodeAttestationObject, isoBase64URL }] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ])
  const verified = async () => {
    // We request no attestation; its certificates could name an address for the library to fetch from.
    if (decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('attStmt').get('x5c')) return undefined
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    return registrationInfo?.credential
  }
  // The library throws for every fault of an answer, in words that are shown to nobody.
  const credential = await verified().catch(() => undefined)
  // The browser's id of the passkey must be the one that was verified.
  if (credential?.id !== id) throw new Refusal(-41032)
  const { publicKey, counter } = credential
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey),
    counter,
    transports,
    name: deviceName(caller.userAgent),
  }
}

/** The caller has locked the holder. */
export async function keepPasskey(
  transaction: Database,
  holder: Holder,
  added: NewPasskey,
): Promise<OutputOf<'addPasskey'>> {
  const kept = await insertPasskey(transaction, holder, added)
  if (kept) return kept
  const { length } = await credentialsOfHolder(transaction, holder)
  throw length >= maxPasskeys ? new Refusal(-41035, maxPasskeys) : new Refusal(-41034)
}
