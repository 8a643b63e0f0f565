import { isLimited } from '#web/data/reach.ts'
import { store } from '#web/data/store.ts'
import { toast } from '#web/ui/toast.ts'
import { type DialogState, useDialog } from '#web/ui/use-dialog.ts'
import { type EmployeeQuestion, isBeyond } from './employee.ts'

/**
 * Asks what is to be done with people. The server refuses an act as a whole that names somebody beyond the role, so they are left out
 * here, whatever the act, and the dialog names them.
 */
export function useEmployeeQuestion(): DialogState<EmployeeQuestion> {
  const dialog = useDialog<EmployeeQuestion>()
  return {
    ...dialog,
    show({ people, ...question }) {
      // The role may have become known only while the people were being loaded.
      const limited = isLimited(store.get())
      const { reached = [], beyond = [] } = Object.groupBy(people, person =>
        isBeyond(person, { limited }) ? 'beyond' : 'reached',
      )
      if (reached.length) dialog.show({ ...question, people: reached, beyond })
      else toast.info('企业所有者与管理员不由您管理')
    },
  }
}
