import { followUpRoles } from '#contract/operations/operator-names.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { dayInChina } from '#server/core/service-time.ts'
import { listAndTotal, pageOf } from '#server/database/listed.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { lockActing, operatorsWith, settleOperatorNotices } from '#server/engines/notices/operator-notices.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { companyExists } from '#server/modules/accounts/operations.sql.ts'
import { followUpSubject } from './follow-ups.ts'
import { countNotes, finish, insertNote, listNotes } from './notes.sql.ts'

export const companyNoteOperations = {
  getCompanyNoteList: ({ system }, { page, page_size, ...filter }) =>
    listAndTotal(system, database => [
      listNotes(database, filter, pageOf({ page, page_size })),
      countNotes(database, filter),
    ]),

  async addCompanyNote({ system, operator }, { company_id: companyId, text, follow_up_on, assignee_id }) {
    if (!(await companyExists(system, companyId))) throw new Refusal(-53021)
    if (follow_up_on && follow_up_on < dayInChina(Date.now()))
      throw new Refusal(-41003, 'follow_up_on', '跟进日期不能早于今天')
    const assigneeId = follow_up_on ? (assignee_id ?? operator.id) : null
    if (assigneeId && !(await lockActing(system, assigneeId, followUpRoles))) throw new Refusal(-57004)
    const note = { companyId, text, authorName: operator.display_name, assigneeId }
    await insertNote(system, { ...note, followUpOn: follow_up_on ?? null })
    await recordAudit(system, {
      action: 'company.noted',
      target: `company:${companyId}`,
      after: { text, ...(follow_up_on && { effective_on: follow_up_on }) },
    })
  },

  getFollowUpAssignees: async ({ system }) => ({ list: await operatorsWith(system, followUpRoles) }),

  async finishFollowUp({ system, operator }, { note_id }) {
    const done = orRefuse(await finish(system, note_id, operator.display_name), -57003)
    await settleOperatorNotices(system, followUpSubject(note_id))
    const { company_id, text } = done
    const entry = { action: 'company.followed_up', target: `company:${company_id}`, after: { text } } as const
    await recordAudit(system, entry)
  },
} satisfies SomeOperations
