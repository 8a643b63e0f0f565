import { api } from '#web/api.ts'
import { session } from '#web/session.ts'
import { toast } from '#web/ui/toast.ts'
import { loginOutcome, type Outcome } from './outcome.ts'

/** The server's message with its data, as it reads for a person; a malformed parameter's data is its name, which does not. */
function refusalText({ code, msg, data }: { code: number; msg: string; data: unknown }): string {
  const completes = code !== -41003 && (typeof data === 'string' || typeof data === 'number')
  return completes ? `${msg}${data}` : msg
}

/** Logs in and keeps the session. Answers where that leads, or undefined after having said why not. */
export async function logIn(username: string, password: string): Promise<Outcome | undefined> {
  const answer = await api.wLogin({ is_agree: 1, username, password })
  if (!answer.ok) {
    toast.error(refusalText(answer))
    return undefined
  }
  session.open(answer.data)
  return loginOutcome(answer.data.user_status)
}
