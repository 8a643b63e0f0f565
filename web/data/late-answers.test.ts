import { beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '#web/testing/browser.ts'

let browser: ReturnType<typeof fakeBrowser>
let api: typeof import('./api.ts').api
let life: typeof import('./session-life.ts')

beforeEach(async () => {
  vi.resetModules()
  browser = fakeBrowser()
  ;({ api } = await import('./api.ts'))
  life = await import('./session-life.ts')
  browser.local.setItem('token', 'old')
  browser.local.setItem('startTokenTime', '1')
})

/** Answers after another tab has abandoned this token. */
function answerLate(sid: string | undefined, envelope: object): void {
  vi.stubGlobal('fetch', async () => {
    if (sid) browser.local.setItem('token', sid)
    else browser.local.removeItem('token')
    return new Response(JSON.stringify({ msg: '', ...envelope }))
  })
}

test.each([undefined, 'new-sid'])('an exchanged token is not stored where another tab has left %s', async sid => {
  answerLate(sid, { code: 200, data: { sid: 'exchanged' } })
  await life.refreshSession()
  expect(browser.local.getItem('token')).toBe(sid ?? null)
})

test('the refusal of a former session does not end the present one', async () => {
  answerLate('new-sid', { code: -41016, data: {} })
  expect(await api.checkManager({})).toMatchObject({ ok: false, code: -41016 })
  expect(browser.local.getItem('token')).toBe('new-sid')
  expect(browser.visits).toEqual([])
})
