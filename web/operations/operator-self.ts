import { api } from './api.ts'
import { operator } from './operator.ts'

/** Reloads the operator and the queues; an error leaves the known ones. */
export async function refreshSelf(): Promise<void> {
  const answer = await api.getSelf({})
  if (answer.ok) operator.set(answer.data)
}

/** What an act on something that waits does at its end: it reloads the page's data, and the queues beside the menu. */
export const reloadingQueues = (reload: () => void) => (): void => {
  reload()
  void refreshSelf()
}

/** Runs at the start of the app. An ended session is no error then: the login page explains it. */
export async function askWhoWorksHere(): Promise<void> {
  const answer = await api.getSelf({}, { background: true, keepSession: true })
  operator.set(answer.ok ? answer.data : null)
}
