import { randomBytes } from 'node:crypto'
import { isSignature, type Keys, sign } from '#server/core/keyring.ts'
import type { PublicContext } from '#server/engines/context.ts'
import { type Attempt, type Holder, type LoginName, strangersAttempt, trustedAttempt } from './throttle.ts'

/** Days for which a browser or client stays known after its last login. */
export const deviceDays = 180
/** The most tokens that a browser keeps, one for each account, newest first. */
const keptTokens = 4

/**
 * The first character of the name of a device whose holder was proved, but which has not been logged in. It occurs in no base64url
 * text.
 */
const unentered = '!'

/** The token is `device.end.signature`; only the signature ties it to a holder. */
const signedText = (holder: Holder, device: string, end: string) => `${holder}.${device}.${end}`

const tokensOf = (cookie: string | undefined) => (cookie ?? '').split('~', keptTokens).filter(Boolean)

/** Returns the device that the token names if it was signed for this holder and has not expired. */
function deviceOf(keys: Keys, token: string, holder: Holder): string | undefined {
  const [device = '', end = '', signature = ''] = token.split('.', 3)
  const isSigned = isSignature(keys, 'device-token', signedText(holder, device, end), signature)
  return isSigned && Number(end) * 1000 > Date.now() ? device : undefined
}

/** Returns the device name in the caller's token for this holder. */
export const knownDevice = ({ services, caller }: PublicContext, holder: Holder) =>
  tokensOf(caller.deviceCookie)
    .map(token => deviceOf(services.config, token, holder))
    .find(device => device !== undefined)

/**
 * Returns the attempt that a login counts as: a browser or client that has logged in to the account before has its own counter, so
 * that no stranger can keep it out.
 */
export function attemptOf(context: PublicContext, name: LoginName, holder: Holder | undefined): Attempt {
  const device = holder && knownDevice(context, holder)
  return holder && device ? trustedAttempt(holder, `device:${device}`) : strangersAttempt(name, context.caller.ip)
}

/** Reports whether the browser or client was logged in to the account before. */
export const wasLoggedIn = (context: PublicContext, holder: Holder): boolean =>
  knownDevice(context, holder)?.startsWith(unentered) === false

/**
 * Issues the browser or client a token, with a cookie, for the holder who was just proved. Returns the device's name. A device that
 * has not been logged in has its own counter and is still a new terminal.
 */
export function rememberDevice(context: PublicContext, holder: Holder, loggedIn = true): string {
  const { config } = context.services
  const known = knownDevice(context, holder)
  const isKept = known !== undefined && !(loggedIn && known.startsWith(unentered))
  const device = isKept ? known : `${loggedIn ? '' : unentered}${randomBytes(12).toString('base64url')}`
  const end = String(Math.floor(Date.now() / 1000) + deviceDays * 86_400)
  const token = `${device}.${end}.${sign(config, 'device-token', signedText(holder, device, end))}`
  const others = tokensOf(context.caller.deviceCookie).filter(each => !deviceOf(config, each, holder))
  context.setCookie('device', [token, ...others].slice(0, keptTokens).join('~'))
  return device
}
