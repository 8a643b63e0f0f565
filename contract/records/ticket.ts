import { z } from 'zod'
import { text } from '../content-fields.ts'
import { id, instant, line, month } from '../fields.ts'
import { openTopics, ticketEntryKinds, ticketFiles, ticketStates, ticketText, ticketTopics } from '../ticket-names.ts'
import { record } from './record.ts'

/** The uploads' ids, from `uploadFile` or `uploadTicketFile` with purpose `ticket`. */
const fileIds = z.array(id).max(ticketFiles, `一次最多${ticketFiles}个附件`).default([])
const message = text('内容', ticketText.text).trim().min(1, '请输入内容')

/** A company's question to the provider. */
export const ticket = record({
  ticket_id: { answer: id },
  company_id: { answer: id },
  company_name: { answer: z.string() },
  number: { answer: z.string() },
  topic: { answer: z.enum(ticketTopics), open: z.enum(openTopics, { error: '请选择类别' }) },
  subject: { answer: z.string(), open: line('标题', ticketText.subject, 2) },
  state: { answer: z.enum(ticketStates) },
  opened_by: { answer: z.string() },
  /** The order that the ticket is about. */
  order_id: { answer: id.nullable(), open: id.optional() },
  order_number: { answer: z.string().nullable() },
  /** The invoice, or the request for one, that the ticket is about; the number is null before it is issued. */
  invoice_id: { answer: id.nullable(), open: id.optional() },
  invoice_number: { answer: z.string().nullable() },
  /** The month whose balance and statement the ticket is about. */
  month: { answer: z.string().nullable(), open: month.optional() },
  /** The operator who works on it. */
  assignee_id: { answer: id.nullable() },
  assignee_name: { answer: z.string().nullable() },
  /** The deadline for the provider's answer; null unless the ticket is open. */
  due_at: { answer: instant.nullable() },
  overdue: { answer: z.boolean() },
  created_at: { answer: instant },
  updated_at: { answer: instant },
})

/** A message or an act in a ticket. The company sees only messages. */
export const ticketEntry = record({
  entry_id: { answer: id },
  kind: { answer: z.enum(ticketEntryKinds) },
  side: { answer: z.enum(['company', 'provider']) },
  author_name: { answer: z.string() },
  text: { answer: z.string(), write: message },
  file_ids: { answer: z.array(id), write: fileIds },
  created_at: { answer: instant },
})

/** An attachment, with an address that is valid for ten minutes. */
export const ticketFile = z.object({ file_id: id, file_name: z.string(), size: z.int(), url: z.string() })

/** An entry as its readers receive it: with files instead of their ids. */
export const shownTicketEntry = ticketEntry.schema.omit({ file_ids: true }).extend({ files: z.array(ticketFile) })
