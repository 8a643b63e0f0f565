import { controlTab, paths, tabAddress } from '#contract/paths.ts'
import { isSessionRefusal, sentence } from '#web/data/answers.ts'
import { api } from '#web/data/api.ts'
import { session } from '#web/data/session.ts'
import { toast } from './toast.ts'

/**
 * A modifier key or another button asks for a new tab or window, which the browser opens: the console asks for the role itself as soon
 * as it is there.
 */
export const isPlainClick = (event: Pick<MouseEvent, 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'button'>) =>
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button)

/** Asks the server for the role, which may have changed since the login, before `go` enters the console. */
export async function enterConsole(go: (address: string) => void): Promise<void> {
  const answer = await api.checkManager({})
  if (answer.ok) {
    session.setManager(answer.data.is_company_manager)
    // At a page that only managers have, the guard tells everybody else why it is closed to them.
    go(answer.data.is_company_manager ? tabAddress(controlTab) : paths.company)
  } else if (!isSessionRefusal(answer)) toast.error(sentence(answer))
}
