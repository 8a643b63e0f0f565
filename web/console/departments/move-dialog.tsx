import { api } from '#web/data/api.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Plan } from '#web/ui/plan/plan.tsx'
import { usePlan } from '#web/ui/plan/use-plan.ts'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import type { DepartmentNode, DepartmentTree, Position } from './tree.ts'

export interface Move {
  department: DepartmentNode
  position: Position
}

interface MoveDialogProps extends ChangeDialogProps {
  tree: DepartmentTree
  move: Move
}

/** Asks for confirmation before a department changes its parent, because that changes who may use which lines. */
export function MoveDialog({ tree, move: { department, position }, done, ...dialog }: MoveDialogProps) {
  const input = { dept_id: department.dept_id, ...position }
  const plan = usePlan('setDepartment', dialog.open ? input : undefined, 0)
  const parent = position.parent_id === null ? '顶级' : `“${tree.byId.get(position.parent_id)?.path ?? ''}”之下`
  return (
    <ConfirmDialog
      title={`移动部门“${department.name}”`}
      {...dialog}
      okText="移动"
      waiting={plan.loading || plan.refused !== undefined}
      call={api.setDepartment}
      input={{ ...input, seen: { parent_id: department.parent_id } }}
      message={`已移动“${department.name}”`}
      outdatedBy="any"
      done={done}
    >
      <p>
        “{department.name}”及其下级部门将移到{parent}。
      </p>
      <Plan plan={plan} />
    </ConfirmDialog>
  )
}
