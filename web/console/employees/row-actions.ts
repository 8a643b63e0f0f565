import type { RowAction } from '#web/ui/list/row-menu.tsx'
import type { ActionKind } from './employee.ts'

/** The order of the menu; a divider precedes the actions that take access away. */
const order: readonly (readonly [ActionKind, string, 'danger'?] | null)[] = [
  ['edit', '修改资料'],
  ['move', '调整部门'],
  ['template', '套用模板'],
  ['invite', '再次邀请'],
  ['reclaim', '收回时长'],
  ['manager', '设为管理员'],
  ['unmanager', '取消管理员'],
  ['transfer', '转让企业'],
  null,
  ['enable', '恢复账号'],
  ['disable', '停用账号', 'danger'],
  ['handover', '离职交接', 'danger'],
  ['remove', '移除员工', 'danger'],
]

export function menuOf(kinds: ReadonlySet<ActionKind>, run: (kind: ActionKind) => void): (RowAction | null)[] {
  return order.flatMap<RowAction | null>(entry => {
    if (!entry) return [null]
    const [key, label, danger] = entry
    return kinds.has(key) ? [{ key, label, danger: danger === 'danger', run: () => run(key) }] : []
  })
}
