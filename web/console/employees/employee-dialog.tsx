import { DialogNote } from '#web/ui/dialog.tsx'
import { onDemandPart } from '#web/ui/lazy-part.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { MovePeople, namesOf } from '../departments/move-people.tsx'
import type { DepartmentTree } from '../departments/tree.ts'
import { EditForm } from './edit-form.tsx'
import type { Employee, EmployeeQuestion } from './employee.ts'
import { HandoverDialog } from './handover-dialog.tsx'
import { ReclaimDialog } from './hours/reclaim-dialog.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { RoleDialog, StateDialog } from './simple-dialogs.tsx'
import { ApplyDialog } from './templates/apply-dialog.tsx'

// The dialog imports the calendar, the largest part of all.
const AssignDialog = onDemandPart(async () => (await import('./hours/assign-dialog.tsx')).AssignDialog)

interface EmployeeDialogProps extends ChangeDialogProps {
  question: EmployeeQuestion
  employee: Employee
  tree: DepartmentTree
}

/** Dialogs for the person of a row, or for the people selected for a bulk action, together with those left out of it. */
export function EmployeeDialog(props: EmployeeDialogProps) {
  const { beyond = [] } = props.question
  return (
    <DialogNote
      value={beyond.length > 0 && <p className="quiet">不包括 {namesOf(beyond)}：企业所有者与管理员不由您管理。</p>}
    >
      <QuestionDialog {...props} />
    </DialogNote>
  )
}

function QuestionDialog({ question, employee, tree, ...common }: EmployeeDialogProps) {
  const { kind, people, more } = question
  switch (kind) {
    case 'assign':
      return <AssignDialog {...common} people={people} more={more} />
    case 'reclaim':
      return <ReclaimDialog {...common} people={people} />
    case 'move':
      return <MovePeople {...common} people={people} tree={tree} />
    case 'template':
      return <ApplyDialog {...common} people={people} />
    case 'invite':
      return <InviteDialog {...common} people={people} />
    case 'remove':
      return <RemoveDialog {...common} people={people} />
    case 'edit':
      return <EditForm {...common} employee={employee} tree={tree} />
    case 'handover':
      return <HandoverDialog {...common} employee={employee} />
    case 'disable':
    case 'enable':
      return <StateDialog {...common} employee={employee} state={kind === 'disable' ? 'disabled' : 'active'} />
    default:
      return <RoleDialog {...common} employee={employee} change={kind} />
  }
}
