import type { Logger } from 'pino'
import type { Database } from '#server/database/database.ts'
import type { SmsSender } from './sms.ts'

/** Stores messages for the demonstration's pages, and prints each one; nothing leaves the machine. */
export function createOutbox(system: Database, log: Pick<Logger, 'info'>): SmsSender {
  return {
    async send(message, messageId) {
      const code = message.template === 'code' ? (Object.values(message.parameters)[0] ?? '') : ''
      // A job repeated after a crash finds its message delivered.
      const added = await system.change`
        insert into demo_outbox (message_id, phone, purpose, code, text)
        values (${messageId}, ${message.phone}, ${message.purpose}, ${code}, ${message.text})
        on conflict (message_id) do nothing`
      if (added) log.info(`短信 → ${message.phone}：${message.text}`)
    },
  }
}
