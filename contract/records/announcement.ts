import { z } from 'zod'
import { saved, text } from '../content-fields.ts'
import { announcementLevels, announcementPlaces, announcementStates } from '../content-names.ts'
import { id, instant, line, moment } from '../fields.ts'
import { announcementFields as fields } from './announcement-fields.ts'
import { record } from './record.ts'

const level = z.enum(announcementLevels, { error: '请选择级别' })
const place = z.enum(announcementPlaces, { error: '请选择显示位置' })

export const announcement = record({
  announcement_id: { answer: id },
  title: { answer: z.string(), set: line(fields.title.label, fields.title.max) },
  /** The text as written. `excerpt` is the same without Markdown syntax. */
  text: { answer: z.string(), set: text(fields.text.label, fields.text.max) },
  excerpt: { answer: z.string() },
  level: { answer: level, set: level },
  place: { answer: place, set: place },
  starts_at: { answer: instant, set: moment('请选择开始时间') },
  ends_at: { answer: instant.nullable(), set: moment('结束时间不正确').nullable() },
  state: { answer: z.enum(announcementStates) },
  revision: { answer: saved.revision },
  saved_by: { answer: saved.saved_by },
  saved_at: { answer: saved.saved_at },
})
