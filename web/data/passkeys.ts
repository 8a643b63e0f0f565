import type { PasskeyAssertion, PasskeyAttestation, PasskeyCreation, PasskeyRequest } from '#contract/webauthn.ts'
import { type Answered, type Refused, refusal } from './answers.ts'

/** Requests the options of the browser's dialog from the server. */
export type BeginPasskey<Options> = (input: Record<string, never>) => Promise<Answered<{ options: Options }>>

const missing = '这个浏览器不能使用通行密钥，请使用密码，或换一个新版的浏览器'

/** Neither insecure pages nor old browsers have passkeys. */
const browserHasPasskeys = () => typeof window.PublicKeyCredential === 'function'

/** Logs in, or proves the user's identity, with a passkey chosen in the browser's dialog. */
export const usingPasskey = <Data>(
  begin: BeginPasskey<PasskeyRequest>,
  finish: (input: { passkey: PasskeyAssertion }) => Promise<Answered<Data>>,
): Promise<Answered<Data>> =>
  withPasskey(begin, finish, {
    async ask({ startAuthentication }, optionsJSON) {
      const { id, response } = await startAuthentication({ optionsJSON })
      const { clientDataJSON, authenticatorData, signature, userHandle } = response
      return { id, clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) }
    },
    siteOf: ({ rpId }) => rpId,
    cancelled: '没有使用通行密钥：已取消、等待超时，或这台设备上没有可用的',
  })

/** Lets the browser create a passkey, and registers it. */
export const makingPasskey = <Data>(
  begin: BeginPasskey<PasskeyCreation>,
  finish: (input: { passkey: PasskeyAttestation }) => Promise<Answered<Data>>,
): Promise<Answered<Data>> =>
  withPasskey(begin, finish, {
    async ask({ startRegistration }, optionsJSON) {
      const { id, response } = await startRegistration({ optionsJSON })
      const { clientDataJSON, attestationObject, transports = [] } = response
      return { id, clientDataJSON, attestationObject, transports }
    },
    siteOf: ({ rp }) => rp.id,
    cancelled: '没有添加通行密钥：已取消或等待超时',
  })

interface Asking<Options, Passkey> {
  /** Opens the browser's dialog. */
  ask: (browser: typeof import('@simplewebauthn/browser'), options: Options) => Promise<Passkey>
  /** Returns the host that the passkeys belong to. */
  siteOf: (options: Options) => string
  cancelled: string
}

async function withPasskey<Options, Passkey, Data>(
  begin: BeginPasskey<Options>,
  finish: (input: { passkey: Passkey }) => Promise<Answered<Data>>,
  { ask, siteOf, cancelled }: Asking<Options, Passkey>,
): Promise<Answered<Data>> {
  if (!browserHasPasskeys()) return refusal(0, missing)
  const begun = await begin({})
  if (!begun.ok) return begun
  const { options } = begun.data
  let passkey: Passkey
  try {
    passkey = await ask(await import('@simplewebauthn/browser'), options)
  } catch (error) {
    return refusalFor(error, siteOf(options), cancelled)
  }
  return finish({ passkey })
}

/** The library preserves the names of the browser's errors (WebAuthn, sections 5.1.3 and 5.1.4). */
function refusalFor(error: unknown, rpId: string, cancelled: string): Refused {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return refusal(0, cancelled)
  if (name === 'InvalidStateError') return refusal(0, '这台设备上已有您的通行密钥，无需再添加')
  if (name === 'SecurityError') return refusal(0, `通行密钥只能在 ${rpId} 上使用，请从该网址打开本站`)
  if (name === 'NotSupportedError' || name === 'ConstraintError')
    return refusal(0, '这台设备不能保存通行密钥，请先设置锁屏密码或指纹，或换一台设备')
  return refusal(0, '通行密钥没有响应，请重试或改用密码')
}
