import { z } from 'zod'
import { id, line } from '../fields.ts'
import { record } from './record.ts'

/** The most views of one list that a person may keep. */
export const viewsKept = 30
/** The same of all lists together, since a list is whatever its page calls it. */
export const viewsKeptInAll = 300

const columns = z
  .record(z.string().regex(/^[\w-]{1,40}$/), z.boolean(), { error: '列的选择不正确' })
  .refine(value => Object.keys(value).length <= 60, { error: '列的选择太多' })

/** A named view of a list: its filters, columns and order. */
export const listView = record({
  view_id: { answer: id },
  /** The list's own name, under which the choice of columns is stored as well. */
  list: { answer: z.string(), add: line('列表名称', 40) },
  name: { answer: z.string(), add: line('视图名称', 30) },
  /** The filters and the order as in the page's address, without the page number. */
  query: { answer: z.string(), add: line('筛选条件', 1000, 0) },
  /** The columns whose visibility differs from the default. */
  columns: { answer: columns, add: columns.default({}) },
  /** True if everyone who may read the whole list sees the view. */
  shared: { answer: z.boolean(), add: z.boolean().default(false) },
  owner_name: { answer: z.string() },
  own: { answer: z.boolean() },
})
