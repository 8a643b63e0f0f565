import type { PasskeyAssertion } from '#contract/webauthn.ts'
import { api } from '#web/data/api.ts'

// Written without the passkey library, whose kilobytes nobody needs before the button is pressed: the newer browsers among those with
// autofill convert the options and the answer themselves.

/** Reports whether the browser may list passkeys at a field. It keeps none for an IP address, so there nothing is asked for. */
export const mayOfferPasskeys = () =>
  typeof window.PublicKeyCredential === 'function' &&
  'isConditionalMediationAvailable' in PublicKeyCredential &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  !/^[\d.]+$|:/.test(location.hostname)

/** The server accepts a challenge for two minutes, of which the person needs some to be recognised by the authenticator. */
const usableMs = 90_000

/** The last challenge, which openings of the panel share, because the server limits how many an address may ask for. */
let begun: { at: number; answer: ReturnType<typeof api.beginPasskeyLogin> } | undefined

const isStale = () => begun === undefined || Date.now() - begun.at > usableMs

/**
 * Lets the browser list the site's passkeys at the field with `autocomplete="… webauthn"`, until the returned function is called or
 * one was chosen.
 */
export function offerPasskeys(onChosen: (passkey: PasskeyAssertion) => void): () => void {
  const end = new AbortController()
  if (mayOfferPasskeys())
    void PublicKeyCredential.isConditionalMediationAvailable()
      .catch(() => false)
      .then(available => available && !end.signal.aborted && keepOffering(onChosen, end))
  return () => end.abort()
}

function keepOffering(onChosen: (passkey: PasskeyAssertion) => void, end: AbortController): void {
  let last: AbortController | undefined
  let wasCancelled = false

  async function offer(): Promise<void> {
    last?.abort()
    last = new AbortController()
    wasCancelled = false
    const signal = AbortSignal.any([end.signal, last.signal])
    try {
      const passkey = await chosenPasskey(signal)
      if (!passkey) return
      end.abort()
      onChosen(passkey)
    } catch (error) {
      // Nothing is shown: the person has the button and the password. The browser's other errors would come again.
      wasCancelled = !signal.aborted && error instanceof Error && error.name === 'NotAllowedError'
    }
  }

  // An expired challenge is renewed at the next sign of the person, so that a page left open asks for none. A person who is using the
  // browser's own window gives the page no sign and is not interrupted.
  const onSign = ({ type }: Event) => {
    if (isStale() || (wasCancelled && type === 'pointerdown')) void offer()
  }
  for (const type of ['pointermove', 'pointerdown', 'keydown', 'focusin'])
    addEventListener(type, onSign, { signal: end.signal, passive: true })
  void offer()
}

/** Returns undefined if there is no challenge, or if the offer ended before anything was chosen. */
async function chosenPasskey(signal: AbortSignal): Promise<PasskeyAssertion | undefined> {
  if (!begun || isStale()) begun = { at: Date.now(), answer: api.beginPasskeyLogin({}, { background: true }) }
  const answer = await begun.answer
  if (!answer.ok || signal.aborted) return undefined
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(answer.data.options)
  const credential = await navigator.credentials.get({ mediation: 'conditional', publicKey, signal })
  if (!(credential instanceof PublicKeyCredential) || signal.aborted) return undefined
  begun = undefined
  // The cast holds because a credential that was requested, not created, has an assertion.
  const { id, response } = credential.toJSON() as AuthenticationResponseJSON
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return { id, clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) }
}
