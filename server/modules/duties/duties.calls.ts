import { type Duty, dutyNames, dutyScopes, wholeCompany } from '#contract/duty-names.ts'
import { hasJoined } from '#contract/people.ts'
import { Refusal } from '#server/core/refusal.ts'
import { pageOf } from '#server/database/listed.ts'
import { together } from '#server/database/together.ts'
import { nothingChanged } from '#server/engines/activity/context.ts'
import { editedInActivity } from '#server/engines/activity/last-edited.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { requireSeen } from '#server/engines/seen.ts'
import { byPages, exportTable } from '#server/engines/sheets/export-table.ts'
import { departmentTree, existingIn } from '#server/modules/people/departments.ts'
import { lockWithManagers, recordLog } from '#server/modules/people/people.ts'
import { countDuties, giveDuty, heldDuty, listDuties, takeDuty } from './duties.sql.ts'
import { dutyExportColumns as columns } from './export-columns.ts'

const wordOf = (duty: Duty | null, places: string[]) =>
  duty ? [`角色：${dutyNames[duty]}`, ...places].join('、') : '不再担任角色'

/** Names the departments of each person and of their duty. */
const placed = (people: Awaited<ReturnType<typeof listDuties>>, tree: Awaited<ReturnType<typeof departmentTree>>) =>
  people.map(({ dept_id, ...person }) => {
    const dept_ids = existingIn(tree, person.dept_ids)
    const dept_paths = dept_ids?.map(tree.pathOf) ?? null
    return { ...person, dept_ids, dept_paths, dept_path: dept_id && (tree.pathOf(dept_id) || null) }
  })

export const dutiesCalls = {
  async getDutyList({ company, membership: { companyId } }, input) {
    const [people, total, tree] = await together(company, database => [
      listDuties(database, companyId, pageOf(input)),
      countDuties(database, companyId),
      departmentTree(database, companyId),
    ])
    return { list: placed(people, tree), total }
  },

  exportDuties(context) {
    const { company, membership } = context
    const { companyId } = membership
    return exportTable(context, {
      name: '角色',
      columns,
      from: company,
      async *batches(database) {
        const tree = await departmentTree(database, companyId)
        for await (const people of byPages(page => listDuties(database, companyId, page))) yield placed(people, tree)
      },
    })
  },

  async setDuty({ company, membership }, input) {
    const { employee_id, duty, dept_ids } = input
    const scope = duty && dutyScopes[duty]
    if (scope === 'departments' && !dept_ids) throw new Refusal(-41003, 'dept_ids', '请选择部门')
    if (scope === 'company' && dept_ids) throw new Refusal(-41003, 'dept_ids', wholeCompany)
    if (!duty && dept_ids) throw new Refusal(-41003, 'dept_ids', '收回角色时不写部门')
    const { companyId } = membership
    // Guard: the person's row is locked, so that nobody becomes a manager or a guest and gets a duty concurrently.
    const { people } = await lockWithManagers(company, membership, [employee_id])
    const [person] = people
    if (!person) throw new Refusal(-47001)
    if (person.role === 'owner') throw new Refusal(-47003)
    if (person.role === 'manager') throw new Refusal(-47060)
    if (!hasJoined(person)) throw new Refusal(-47004)
    if (duty && person.state !== 'active') throw new Refusal(-47001)
    if (duty && person.guest_until) throw new Refusal(-47009)
    const tree = await departmentTree(company, companyId)
    const held = await heldDuty(company, companyId, employee_id)
    const shown = held && { ...held, dept_ids: existingIn(tree, held.dept_ids) }
    await requireSeen(
      company,
      input,
      shown,
      editedInActivity(companyId, employee_id, () => [['employee.role']]),
    )
    if (dept_ids?.some(dept => !tree.byId.has(dept))) throw new Refusal(-46001)
    const changed = duty
      ? await giveDuty(company, companyId, employee_id, { duty, dept_ids })
      : await takeDuty(company, companyId, employee_id)
    const detail = wordOf(duty, (dept_ids ?? []).map(tree.pathOf))
    if (changed) await recordLog(company, companyId, [{ employee_id, action: 'role', detail }])
    else nothingChanged()
    return { duty }
  },
} satisfies SomeHandlers
