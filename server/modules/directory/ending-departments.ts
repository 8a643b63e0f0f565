import type { Database } from '#server/database/database.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import {
  countInside,
  deleteDepartment,
  lockDepartment,
  lockTemplatesInto,
} from '#server/modules/people/departments.sql.ts'
import { losersOf } from '#server/modules/people/departments.ts'
import { departmentDeleting } from '#server/modules/people/events.ts'
import { forgetDepartment, listMirrorDepartments, type MirrorDepartment } from './mirror.sql.ts'

/**
 * Deletes the departments that the directory no longer has, the deepest first. A department that contains people or departments of
 * the company's own stays, and is the company's own again. Returns how many were deleted.
 */
export async function endDepartments(company: Database, companyId: string): Promise<number> {
  const gone = (await listMirrorDepartments(company, companyId)).filter(each => each.gone)
  let deleted = 0
  for (let left = gone; left.length; ) {
    const again: MirrorDepartment[] = []
    for (const each of left) {
      const id = each.department_id
      const found = id === null ? 'gone' : await lockEmpty(company, companyId, id)
      if (found === 'in use') {
        again.push(each)
        continue
      }
      if (id !== null && found === 'empty') {
        await departmentDeleting.publish(company, { companyId, departmentId: id })
        const losers = await losersOf(company, companyId, id)
        const ended = await deleteDepartment(company, companyId, id)
        if (ended) {
          const detail = ['随企业目录', losers].filter(Boolean).join('；')
          const entry = { action: 'department.deleted' as const, id, name: ended.name, detail }
          await recordActivity(company, companyId, [entry])
          deleted += 1
        }
      }
      await forgetDepartment(company, companyId, each.external_id)
    }
    // Nothing more can be deleted: the rest is in use by the company itself.
    if (again.length === left.length) {
      for (const each of again) await forgetDepartment(company, companyId, each.external_id)
      break
    }
    left = again
  }
  return deleted
}

/** Locks a department that is to be deleted, and counts its contents again: a person may have been put there meanwhile. */
async function lockEmpty(company: Database, companyId: string, id: string): Promise<'empty' | 'in use' | 'gone'> {
  const isInUse = async () => {
    const inside = await countInside(company, companyId, id)
    return inside !== undefined && inside.people + inside.children > 0
  }
  if (await isInUse()) return 'in use'
  await lockTemplatesInto(company, companyId, id)
  if (!(await lockDepartment(company, companyId, id))) return 'gone'
  return (await isInUse()) ? 'in use' : 'empty'
}
