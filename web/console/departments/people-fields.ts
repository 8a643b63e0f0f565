import { uuid, words, yes } from '#web/ui/list/address.ts'

/** Whose people are shown, in the address. */
export const peopleFields = { dept_id: uuid, without_dept: yes, keyword: words() }
