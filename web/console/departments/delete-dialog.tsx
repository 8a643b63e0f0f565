import { api } from '#web/data/api.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import type { DepartmentNode } from './tree.ts'

interface DeleteDialogProps extends ChangeDialogProps {
  department: DepartmentNode
}

/** Deletes an empty department; for any other it lists the content. */
export function DeleteDialog({ department, ...dialog }: DeleteDialogProps) {
  const { dept_id, name, people, children } = department
  const inside = [people && `${people} 名员工`, children.length && `${children.length} 个下级部门`].filter(Boolean)
  return (
    <ConfirmDialog
      title={inside.length ? `“${name}”还不能删除` : `删除“${name}”？`}
      {...dialog}
      okText="删除部门"
      danger
      impossible={inside.length > 0}
      call={api.delDepartment}
      input={{ dept_id }}
      message={`已删除“${name}”`}
      outdatedBy="any"
    >
      {inside.length ? (
        <p>
          部门下还有 <b>{inside.join('、')}</b>。请先把员工移到其他部门，并移走或删除下级部门。
        </p>
      ) : (
        <p>“{department.path}”没有员工，也没有下级部门。删除后不能恢复。</p>
      )}
    </ConfirmDialog>
  )
}
