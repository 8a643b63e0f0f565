import { isLimited } from '#web/data/reach.ts'
import { store } from '#web/data/store.ts'
import { toast } from '#web/ui/toast.ts'
import { type DialogState, useDialog } from '#web/ui/use-dialog.ts'
import { type EmployeeQuestion, isBeyond } from './employee.ts'

/**
 * Opens dialogs for acts on people. The server refuses an act as a whole if it includes a person outside the user's role, so such
 * people are left out of every act here, and the dialog names them.
 */
export function useEmployeeQuestion(): DialogState<EmployeeQuestion> {
  const dialog = useDialog<EmployeeQuestion>()
  return {
    ...dialog,
    show({ people, ...question }) {
      // The role may become known only while the people are being loaded.
      const limited = isLimited(store.get())
      const { reached = [], beyond = [] } = Object.groupBy(people, person =>
        isBeyond(person, { limited }) ? 'beyond' : 'reached',
      )
      if (reached.length) dialog.show({ ...question, people: reached, beyond })
      else toast.info('企业所有者与管理员不由您管理')
    },
  }
}
