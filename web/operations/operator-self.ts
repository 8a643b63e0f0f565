import { api } from './api.ts'
import { operator } from './operator.ts'

/** Reloads the operator and the queues; after an error the known ones remain. */
export async function refreshSelf(): Promise<void> {
  const turn = operator.turn()
  const answer = await api.getSelf({})
  if (answer.ok && operator.turn() === turn) operator.set(answer.data)
}

/** Returns the callback for the end of an act on a waiting item: it reloads the page's data, and the queues beside the menu. */
export const reloadingQueues = (reload: () => void) => (): void => {
  reload()
  void refreshSelf()
}

/** Runs at the start of the app. An expired session is not an error then: the login page explains it. */
export async function loadOperator(): Promise<void> {
  const answer = await api.getSelf({}, { background: true, keepSession: true })
  operator.set(answer.ok ? answer.data : null)
}
