import { isSessionRefusal, sentence } from '#web/answers.ts'
import { api } from '#web/api.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import type { DepartmentNode } from './tree.ts'

interface DeleteDialogProps {
  department: DepartmentNode
  open: boolean
  close: () => void
  done: () => void
}

/** Only an empty department goes; else it says what is still inside. */
export function DeleteDialog({ department, open, close, done }: DeleteDialogProps) {
  const { dept_id, name, people, children } = department
  const inside = [people && `${people} 名员工`, children.length && `${children.length} 个下级部门`].filter(Boolean)
  async function send() {
    const answer = await api.delDepartment({ dept_id })
    if (answer.ok) toast.success(`已删除“${name}”`)
    else if (!isSessionRefusal(answer)) toast.error(sentence(answer))
    // Refused, because something came in meanwhile: then the counts are old.
    done()
    return true
  }
  return (
    <ConfirmDialog
      title={inside.length ? `“${name}”还不能删除` : `删除“${name}”？`}
      open={open}
      close={close}
      okText="删除部门"
      danger
      impossible={inside.length > 0}
      send={send}
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
