import { Refusal } from '#server/core/refusal.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { refuseUndo } from '#server/engines/activity/undo.ts'
import { lockTree, orderSiblings, updateDepartment } from '../departments.sql.ts'
import { departmentTree } from '../departments.ts'
import { departmentChanging } from '../events.ts'
import { placementProblem } from '../tree.ts'
import { departmentUndo } from '../undo.ts'

/** Undoing needs the department where the move brought it, and the former parent to exist. */
departmentUndo.carryOut(async (company, { membership: { companyId }, payload, changedSince }) => {
  const { dept_id, from, place, to } = payload
  await lockTree(company, companyId)
  const tree = await departmentTree(company, companyId)
  const present = tree.byId.get(dept_id)
  if (!present || present.parent_id !== to || (await changedSince([dept_id])).size)
    throw new Refusal(-54004, '部门此后又有变动')
  if (placementProblem(tree, dept_id, from)) throw new Refusal(-54004, '原来的上级部门已不能容纳它')
  const { name } = present
  const siblings = tree.childrenOf(from).map(sibling => sibling.dept_id)
  if (tree.childrenOf(from).some(sibling => sibling.name === name))
    throw new Refusal(-54004, '原来的上级部门已有同名的部门')
  // A directory may have taken over the department since.
  await departmentChanging.publish(company, { companyId, departmentId: dept_id }).catch(refuseUndo)
  await updateDepartment(company, companyId, dept_id, { parent_id: from })
  await orderSiblings(company, companyId, siblings.toSpliced(place, 0, dept_id))
  const detail = `${from ? `移回「${tree.byId.get(from)?.name}」之下` : '移回顶级'}（撤销移动）`
  await recordActivity(company, companyId, [{ action: 'department.changed', id: dept_id, name, detail }])
})
