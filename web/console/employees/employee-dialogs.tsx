import { lazy, Suspense } from 'react'
import type { DialogState } from '#web/ui/use-dialog.ts'
import type { DepartmentTree } from '../departments/tree.ts'
import type { EmployeeQuestion } from './employee.ts'

// Pages are read more often than changed, so the dialogs load when the first one opens.
const EmployeeDialog = lazy(async () => ({ default: (await import('./employee-dialog.tsx')).EmployeeDialog }))

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
  const common = { open, close, done: () => done(question) }
  return (
    <Suspense>
      <EmployeeDialog key={round} {...{ question, employee, common, tree }} />
    </Suspense>
  )
}
