import { z } from 'zod'
import { id, listOf, paging } from '../fields.ts'
import { companyNote } from '../records/company-note.ts'
import { operation } from './operation.ts'
import { followUpRoles } from './operator-names.ts'

const getCompanyNoteList = operation({
  path: '/companies/getCompanyNoteList',
  effect: 'read',
  access: followUpRoles,
  about:
    '关于企业的内部备注与跟进，最新的在前；企业看不到。open 为未完成的跟进，不带 company_id 则为全部企业，最早到期的在前。',
  input: z.strictObject({ company_id: id.optional(), open: z.literal(true).optional(), ...paging }),
  output: listOf(companyNote.schema),
})

const addCompanyNote = operation({
  path: '/companies/addCompanyNote',
  effect: 'change',
  access: followUpRoles,
  audited: true,
  allowsClosedCompany: true,
  about: '写一条关于企业的内部备注；带跟进日期时，当天通知负责的同事（不指定则为自己）。',
  input: z.strictObject({ company_id: id, ...companyNote.input('add') }),
  success: '已记下',
  codes: [-53021, -57004],
})

const getFollowUpAssignees = operation({
  path: '/companies/getFollowUpAssignees',
  effect: 'read',
  access: followUpRoles,
  about: '可以负责跟进的同事。',
  output: z.object({ list: z.array(z.object({ operator_id: id, display_name: z.string() })) }),
})

const finishFollowUp = operation({
  path: '/companies/finishFollowUp',
  effect: 'change',
  access: followUpRoles,
  audited: true,
  allowsClosedCompany: true,
  about: '把一项跟进记为完成。',
  input: z.strictObject({ note_id: id }),
  success: '跟进已完成',
  codes: [-57003],
})

export const companyNotes = { getCompanyNoteList, addCompanyNote, getFollowUpAssignees, finishFollowUp }
