import { flag, text, uuid } from '#web/ui/list/address.ts'

/** The filters that select the displayed people, in the address. */
export const peopleFields = { dept_id: uuid, without_dept: flag, keyword: text() }
