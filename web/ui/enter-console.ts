import { controlTab, paths, tabAddress } from '#contract/paths.ts'
import { isSessionRefusal, sentence } from '#web/data/answers.ts'
import { api } from '#web/data/api.ts'
import { session } from '#web/data/session.ts'
import { toast } from './toast.ts'

/**
 * A modifier key or another button requests a new tab or window, which the browser opens: the console then queries the role itself.
 */
export const isPlainClick = (event: Pick<MouseEvent, 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'button'>) =>
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button)

/** Queries the server for the role, which may have changed since the login, before `go` enters the console. */
export async function enterConsole(go: (address: string) => void): Promise<void> {
  const answer = await api.checkManager({})
  if (answer.ok) {
    session.setManager(answer.data.is_company_manager)
    // On a page for managers only, the guard explains to all others why it is closed to them.
    go(answer.data.is_company_manager ? tabAddress(controlTab) : paths.company)
  } else if (!isSessionRefusal(answer)) toast.error(sentence(answer))
}
