import type { LiveSession } from './accounts.sql.ts'
import { maskPhones } from './masking.ts'
import { deviceName } from './user-agent.ts'

/** What support is shown of an account's sessions, notices and messages: the same of one person and of a whole company. */
export const shownSession = (row: LiveSession) => ({
  session_id: row.id,
  client_name: row.client_name,
  client_version: row.client_version,
  ip: row.ip,
  device: deviceName(row.user_agent),
  created_at: row.created_at.toISOString(),
  last_seen_at: row.last_seen_at.toISOString(),
})

interface NoticeSent {
  id: string
  kind: string
  title: string
  text: string
  read: boolean
  created_at: Date
}

export const shownNotice = ({ id, kind, title, text, read, created_at }: NoticeSent) => ({
  notice_id: id,
  kind,
  title,
  text: maskPhones(text),
  read,
  created_at: created_at.toISOString(),
})

interface MessageSent {
  id: string
  purpose: string
  phone_masked: string
  state: 'waiting' | 'sent' | 'failed'
  failure: string | null
  created_at: Date
}

export const shownMessage = ({ id, purpose, phone_masked, state, failure, created_at }: MessageSent) => ({
  message_id: id,
  purpose,
  phone: phone_masked,
  state,
  failure: failure && maskPhones(failure),
  created_at: created_at.toISOString(),
})
