import { paths } from '#contract/paths.ts'
import type { PasskeyAssertion } from '#contract/webauthn.ts'
import { leadsBackTo } from '#web/data/after-login.ts'
import { type Answer, api } from '#web/data/api.ts'
import { keepChosen } from '#web/data/chosen-product.ts'
import { beginSession } from '#web/data/session-life.ts'
import { toast } from '#web/ui/toast.ts'
import { loginOutcome, type Outcome } from './outcome.ts'

/**
 * Returns the text for an error. The data usually completes the server's message, but for a malformed parameter it is the
 * parameter's name, which means nothing to users.
 */
function refusalText({ code, msg, data }: { code: number; msg: string; data: unknown }): string {
  const completes = code !== -41003 && (typeof data === 'string' || typeof data === 'number')
  return completes ? `${msg}${data}` : msg
}

/** The company requires its own login; a manager may use the password together with a code instead. */
export const managerCodeRequired = -59117
/** The company requires its own login from everyone else. */
export const companySignInOnly = -59116

/**
 * Logs in by password and stores the session. Returns the next page, or undefined after reporting an error; `refused` receives its
 * code.
 */
export async function logIn(
  username: string,
  password: string,
  { captcha, refused }: { captcha?: string; refused?: (code: number) => void } = {},
): Promise<Outcome | undefined> {
  const answer = await api.wLogin({ is_agree: 1, username, password, ...(captcha && { captcha }) })
  if (!answer.ok) refused?.(answer.code)
  return open(answer)
}

/** Logs in by the passkey that was chosen at the account field, or else by one that the person picks in the browser's dialog. */
export async function logInWithPasskey(chosen?: PasskeyAssertion): Promise<Outcome | undefined> {
  const finish = (input: { passkey: PasskeyAssertion }) => api.logInWithPasskey({ is_agree: 1, ...input })
  if (chosen) return open(await finish({ passkey: chosen }))
  // Few users have one, so the code is not loaded with the form.
  const { usingPasskey } = await import('#web/data/passkeys.ts')
  return open(await usingPasskey(api.beginPasskeyLogin, finish))
}

async function open(answer: Answer<'wLogin'>): Promise<Outcome | undefined> {
  if (!answer.ok) {
    toast.error(refusalText(answer))
    return undefined
  }
  await beginSession(answer.data)
  return loginOutcome(answer.data.user_status)
}

/** Continues to the page after a login: back to `next`, unless the user has to be verified first. */
export function goOn(to: string, next?: string): void {
  if (to !== paths.home) keepChosen(next)
  location.assign(to === paths.home ? (leadsBackTo(next) ?? paths.home) : to)
}
