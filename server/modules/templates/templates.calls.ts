import type { ParsedOf } from '#contract/index.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { together } from '#server/database/together.ts'
import { refuseViolation } from '#server/database/violation.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { editedInActivity } from '#server/engines/activity/last-edited.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { requireSeen } from '#server/engines/seen.ts'
import { departmentTree } from '#server/modules/people/departments.ts'
import { applyTemplateTo } from './applying.ts'
import {
  deleteTemplate,
  holdTemplate,
  insertTemplate,
  listTemplates,
  setGroups,
  updateTemplate,
} from './templates.sql.ts'

/** The department or group that a constraint names is not the company's, or was deleted since it was shown. */
const refused = refuseViolation(constraint => {
  if (constraint === 'one_template_a_name') return new Refusal(-47051)
  return new Refusal(constraint === 'group_of_a_template' ? -52010 : -46001)
})

export const templatesCalls = {
  async getTemplateList({ company, membership: { companyId } }) {
    const [templates, tree] = await together(company, database => [
      listTemplates(database, companyId),
      departmentTree(database, companyId),
    ])
    const list = templates.map(template => ({
      ...template,
      dept_path: template.dept_id && (tree.pathOf(template.dept_id) || null),
    }))
    return { list }
  },

  async setTemplate({ company, membership }, input) {
    const { companyId } = membership
    const { template_id, name } =
      input.template_id === undefined
        ? orRefuse(await insertTemplate(company, companyId, input).catch(refused), -47052)
        : await change(company, companyId, input.template_id, input)
    if (input.group_ids) await setGroups(company, companyId, template_id, [...new Set(input.group_ids)]).catch(refused)
    const entry = { action: 'template.saved' as const, id: template_id, name: input.name ?? name }
    await recordActivity(company, companyId, [entry])
    return { template_id }
  },

  async delTemplate({ company, membership }, { template_id }) {
    const { companyId } = membership
    const template = orRefuse(await deleteTemplate(company, companyId, template_id), -47050)
    await recordActivity(company, companyId, [{ action: 'template.deleted', id: template_id, ...template }])
  },

  async applyTemplate({ company, membership: { companyId } }, { template_id: templateId, employee_ids: employeeIds }) {
    const { applied, activityId } = await applyTemplateTo(company, { companyId, templateId, employeeIds })
    return { applied, activity_id: activityId }
  },
} satisfies SomeHandlers

async function change(company: Database, companyId: string, id: string, input: ParsedOf<'setTemplate'>) {
  const before = orRefuse(await holdTemplate(company, companyId, id, true), -47050)
  await requireSeen(
    company,
    input,
    before,
    editedInActivity(companyId, id, () => [['template.saved']]),
  )
  await updateTemplate(company, companyId, id, input).catch(refused)
  return before
}
