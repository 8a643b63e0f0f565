import { hash } from 'node:crypto'
import type { PasskeyAssertion, PasskeyRequest } from '#contract/webauthn.ts'
import { addressKey } from '#server/core/network.ts'
import type { PublicContext } from '#server/engines/context.ts'
import { type Attempt, forgetFailures, type Holder, refuseAttempt, requireAttempt } from '../throttle.ts'
import { type ChallengeUse, challengeSeconds, newPasskeyChallenge, spendPasskeyChallenge } from './challenges.ts'
import { credentialsOfHolder, findPasskey, notePasskeyUse, type StoredPasskey } from './passkeys.sql.ts'
import { type RelyingParty, relyingParty } from './relying-party.ts'

type Needed = Pick<PublicContext, 'services' | 'system'>

/** Returns the options for a login, or with a `holder` for a proof by that holder. */
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
 * Failures count by the credential named, known or not, and by address together with wrong passwords: strangers' attempts hold back
 * no other passkey.
 */
const attemptOf = ({ caller }: PublicContext, { id }: PasskeyAssertion): Attempt => ({
  own: `passkey:${hash('sha256', id, 'base64url')}`,
  shared: `address:${addressKey(caller.ip)}`,
})

/**
 * Returns the holder of the passkey that has signed the challenge, in the generation read before the check, so that a removal
 * meanwhile ends the session that it opens. Unknown, removed and copied passkeys, those of others, and wrong signatures are all
 * refused alike (-41030), and counted.
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

/** At a login only the authenticator knows the passkey's owner, so it must send the handle. */
const isOfHandle = (passkey: StoredPasskey, { userHandle }: PasskeyAssertion, { purpose }: ChallengeUse) =>
  userHandle === undefined ? purpose !== 'login' : userHandle === passkey.user_handle.toString('base64url')

/** Returns the authenticator's counter if the answer is right; the authenticator must have verified the user. */
async function countIn(
  { id: expectedRPID, origins: expectedOrigin }: RelyingParty,
  expectedChallenge: string,
  { id, clientDataJSON, authenticatorData, signature }: PasskeyAssertion,
  { public_key, counter }: StoredPasskey,
): Promise<number | undefined> {
  // The library takes a tenth of a second to load, which the portal's start need not wait for.
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
    // The library throws for every fault of an answer, in words that are shown to nobody.
    return undefined
  }
}
