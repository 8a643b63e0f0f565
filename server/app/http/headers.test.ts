import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { readConfig } from '#server/core/config.ts'
import { production } from '#server/testing/production.ts'
import { answerUnreadable } from './unreadable.ts'

const answerIn = (config: ReturnType<typeof readConfig>) => {
  let sent = ''
  const socket = Object.assign(new EventEmitter(), {
    writable: true,
    write: (text: string) => (sent += text),
    destroy: () => {},
  })
  // A stand-in: nothing else of a socket is used.
  answerUnreadable(config)(new Error('no HTTP'), socket as unknown as Socket)
  return sent
}

test('responses without a route also carry HSTS in production', () => {
  expect(answerIn(readConfig(production))).toContain('strict-transport-security: max-age=31536000; includeSubDomains')
  expect(answerIn(readConfig({}))).not.toContain('strict-transport-security')
})
