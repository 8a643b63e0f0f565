import { createHash } from 'node:crypto'
import type { PasskeyAssertion, PasskeyRequest } from '#contract/webauthn.ts'
import { addressKey } from '#server/core/network.ts'
import type { PublicContext } from '#server/engines/context.ts'
import { type Attempt, forgetFailures, type Holder, refuseAttempt, requireAttempt } from '../throttle.ts'
import { type ChallengeUse, challengeSeconds, newPasskeyChallenge, spendPasskeyChallenge } from './challenges.ts'
import { credentialsOfHolder, findPasskey, notePasskeyUse, type StoredPasskey } from './passkeys.sql.ts'
import { type RelyingParty, relyingParty } from './relying-party.ts'

type Needed = Pick<PublicContext, 'services' | 'system'>

/** Returns the options for a login, or with a `holder` for one who proves to be that. */
export async function beginAuthentication(
  { services, system }: Needed,
  use: ChallengeUse,
  holder?: Holder,
): Promise<{ options: PasskeyRequest }> {
  const { id } = relyingParty(services.config)
  return {
    options: {
      challenge: await newPasskeyChallenge(system, use),
      rpId: id,
      timeout: challengeSeconds * 1000,
      userVerification: 'required',
      allowCredentials: holder ? await credentialsOfHolder(system, holder) : [],
    },
  }
}

/**
 * Wrong answers count by the credential that they name, known or not, and by address together with wrong passwords: what
 * strangers do holds no other passkey back.
 */
const attemptOf = ({ caller }: PublicContext, { id }: PasskeyAssertion): Attempt => ({
  own: `passkey:${createHash('sha256').update(id).digest('base64url')}`,
  shared: `address:${addressKey(caller.ip)}`,
})

/**
 * Returns whose passkey has signed the challenge, in the generation from before it was checked, so that a removal
 * meanwhile ends what is opened by it. Unknown and removed ones, others' and copied ones, and wrong signatures are refused
 * alike (-41030), and counted.
 */
export async function provePasskey(
  context: PublicContext,
  use: ChallengeUse,
  assertion: PasskeyAssertion,
  isTheirs: (passkey: StoredPasskey) => boolean,
): Promise<StoredPasskey> {
  const { services, system } = context
  const { counting, config } = services
  const party = relyingParty(config)
  const attempt = attemptOf(context, assertion)
  await requireAttempt(counting, attempt)
  const challenge = await spendPasskeyChallenge(counting, use, assertion.clientDataJSON)
  const passkey = await findPasskey(system, assertion.id)
  if (!passkey || !isTheirs(passkey) || !isOfHandle(passkey, assertion, use))
    return refuseAttempt(counting, attempt, -41030)
  const counter = await countIn(party, challenge, assertion, passkey)
  if (counter === undefined || !(await notePasskeyUse(system, passkey, counter)))
    return refuseAttempt(counting, attempt, -41030)
  await forgetFailures(counting, attempt)
  return passkey
}

/** At a login only the authenticator says whose passkey it is, so it must say so. */
const isOfHandle = (passkey: StoredPasskey, { userHandle }: PasskeyAssertion, { purpose }: ChallengeUse) =>
  userHandle === undefined ? purpose !== 'login' : userHandle === passkey.user_handle.toString('base64url')

/** Returns the authenticator's count where the answer is right: it demands that the person was verified there. */
async function countIn(
  { id: expectedRPID, origins: expectedOrigin }: RelyingParty,
  expectedChallenge: string,
  { id, clientDataJSON, authenticatorData, signature }: PasskeyAssertion,
  { public_key, counter }: StoredPasskey,
): Promise<number | undefined> {
  // It takes a tenth of a second to load, which starting the portal need not wait for.
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      credential: { id, publicKey: new Uint8Array(public_key), counter },
      requireUserVerification: true,
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    // The library throws for whatever is wrong with an answer, in words that nobody is shown.
    return undefined
  }
}
