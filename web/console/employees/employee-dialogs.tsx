import { onDemandPart } from '#web/ui/lazy-part.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'
import type { DepartmentTree } from '../departments/tree.ts'
import type { EmployeeQuestion } from './employee.ts'

// Pages are read more often than changed, so the dialogs load when the first one opens.
const EmployeeDialog = onDemandPart(async () => (await import('./employee-dialog.tsx')).EmployeeDialog)

interface EmployeeDialogsProps {
  dialog: DialogState<EmployeeQuestion>
  tree: DepartmentTree
  done: (question: EmployeeQuestion) => void
}

/** Shows the dialog for the current question. */
export function EmployeeDialogs({ dialog, tree, done }: EmployeeDialogsProps) {
  const { subject: question, key: round, open, close } = dialog
  const [employee] = question?.people ?? []
  if (!question || !employee) return null
  return <EmployeeDialog key={round} {...{ question, employee, tree, open, close }} done={() => done(question)} />
}
