import { lazy, Suspense } from 'react'
import type { Asked } from '#web/ui/use-asked.ts'
import type { DepartmentTree } from '../departments/tree.ts'
import type { ActionKind, Employee } from './employee.ts'

// A page is read more often than changed: its dialogs come with the first of them.
const EmployeeDialog = lazy(async () => ({ default: (await import('./employee-dialog.tsx')).EmployeeDialog }))

export interface EmployeeQuestion {
  kind: ActionKind
  people: readonly Employee[]
}

interface EmployeeDialogsProps {
  asked: Asked<EmployeeQuestion>
  tree: DepartmentTree
  done: (question: EmployeeQuestion) => void
}

/** The dialog of what was asked for. */
export function EmployeeDialogs({ asked, tree, done }: EmployeeDialogsProps) {
  const { question, round, open, close } = asked
  const [employee] = question?.people ?? []
  if (!question || !employee) return null
  const common = { open, close, done: () => done(question) }
  return (
    <Suspense>
      <EmployeeDialog key={round} {...{ question, employee, common, tree }} />
    </Suspense>
  )
}
