import { api } from '#web/data/api.ts'
import { session } from '#web/data/session.ts'
import { toast } from '#web/ui/toast.ts'
import { loginOutcome, type Outcome } from './outcome.ts'

/**
 * The text for an error. The data usually completes the server's message, but the data of a malformed parameter is its
 * name, which people can't use.
 */
function refusalText({ code, msg, data }: { code: number; msg: string; data: unknown }): string {
  const completes = code !== -41003 && (typeof data === 'string' || typeof data === 'number')
  return completes ? `${msg}${data}` : msg
}

/** Logs in and stores the session. Returns the next page, or undefined after reporting an error. */
export async function logIn(username: string, password: string): Promise<Outcome | undefined> {
  const answer = await api.wLogin({ is_agree: 1, username, password })
  if (!answer.ok) {
    toast.error(refusalText(answer))
    return undefined
  }
  session.open(answer.data)
  return loginOutcome(answer.data.user_status)
}
