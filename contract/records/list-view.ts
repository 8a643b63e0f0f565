import { z } from 'zod'
import { id, line } from '../fields.ts'
import { record } from './record.ts'

/** A person keeps so many views of one list. */
export const viewsKept = 30
/** The same of all lists together, since a list is whatever its page calls it. */
export const viewsKeptInAll = 300

const columns = z
  .record(z.string().regex(/^[\w-]{1,40}$/), z.boolean(), { error: '列的选择不正确' })
  .refine(value => Object.keys(value).length <= 60, { error: '列的选择太多' })

/** A named view of a list: its filters, columns and order. */
export const listView = record({
  view_id: { answer: id },
  /** The list's own name, under which its columns are chosen, too. */
  list: { answer: z.string(), add: line('列表名称', 40) },
  name: { answer: z.string(), add: line('视图名称', 30) },
  /** The filters and the order as the address has them, without the page. */
  query: { answer: z.string(), add: line('筛选条件', 1000, 0) },
  /** The columns that are shown or hidden otherwise than usual. */
  columns: { answer: columns, add: columns.default({}) },
  /** True if those see it, too, who may read all of the list. */
  shared: { answer: z.boolean(), add: z.boolean().default(false) },
  /** The name of the person who keeps it. */
  owner_name: { answer: z.string() },
  own: { answer: z.boolean() },
})
