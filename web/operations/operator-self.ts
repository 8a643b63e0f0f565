import { api } from './api.ts'
import { operator } from './operator.ts'

/** Asks again who works here and what waits; a failure leaves what is known. */
export async function refreshSelf(): Promise<void> {
  const answer = await api.getSelf({}, { quiet: true })
  if (answer.ok) operator.set(answer.data)
}

/** At the first sight of the app: a session that is over is no news, the login page says it all. */
export async function askWhoWorksHere(): Promise<void> {
  const answer = await api.getSelf({}, { quiet: true, keepSession: true })
  operator.set(answer.ok ? answer.data : null)
}
