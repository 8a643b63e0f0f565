import { expect, test, vi } from 'vitest'
import { type CallName, contract } from '#contract/index.ts'
import { firstAnswersPath } from '#contract/rules.ts'
import type { ConsolePage } from '#web/data/console-page.ts'
import { consolePages } from '#web/data/console-pages.ts'
import { frameCalls } from '#web/data/first-calls.ts'
import { session } from '#web/data/session.ts'
import { store } from '#web/data/store.ts'
import { prefetchCall } from '#web/data/use-call.ts'
import { earlyScript } from '#web/site/early-script.ts'
import { answerOf } from '#web/testing/answers.ts'
import { type Answers, manager, openPage } from '#web/testing/open-page.tsx'
import { day } from '#web/ui/format.ts'
import { hoursOnSale } from './buy/buying.fixture.ts'

const pages: readonly ConsolePage[] = consolePages
const nameAt = new Map(Object.entries(contract).map(([name, { path }]) => [`/api${path}`, name as CallName]))
/** The data behind a figure or an offer is only requested if there is one. */
const known: Answers = {
  ...manager,
  ...hoursOnSale,
  getCompanyData: { expiries: [{ day: day(Date.now()), employees: 3, lines: 2 }] },
}

/**
 * Runs the document's inline script as a manager's browser does; every call is answered with the least that the contract allows.
 */
function runDocument(page: ConsolePage): void {
  history.replaceState(null, '', page.path)
  localStorage.setItem('token', 'x'.repeat(43))
  localStorage.setItem('hyl_user_sign', 'admin')
  const envelope = (path: string) => {
    const name = nameAt.get(path) ?? expect.unreachable(`no call is at ${path}`)
    return { code: 200, msg: '成功', data: answerOf(contract[name].output, known[name] as undefined) }
  }
  // The login has identified the account; another company would make the page discard the answers requested for it.
  session.setUserInfo(answerOf(contract.wGetUserInfo.output, manager.wGetUserInfo).user_info)
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    if (url !== `/api${firstAnswersPath}`) return Response.json(envelope(url))
    const calls: [string][] = JSON.parse(body)
    return Response.json(calls.map(([path]) => envelope(`/api${path}`)))
  })
  // biome-ignore lint/security/noGlobalEval: it is the text that the document contains
  globalThis.eval(earlyScript({ apiBase: '/api' }, page) ?? '')
}

test.each(pages.flatMap(page => (page.calls ? [[page.path, page] as const] : [])))(
  '%s shows the answers that its document asked for, and asks for none of them again',
  async (path, page) => {
    runDocument(page)
    expect(Object.keys(globalThis.earlyRequests ?? {})).toHaveLength(frameCalls.length + (page.calls?.length ?? 0))
    const opened = openPage(path)
    await vi.waitFor(() => expect(globalThis.earlyRequests).toEqual({}), { timeout: 20_000 })
    for (const [name] of [...frameCalls, ...(page.calls ?? [])]) expect(opened.calls(name)).toEqual([])
  },
)

test('a role is not asked for what the server would refuse it', async () => {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    sent.push(url)
    return Response.json({ code: 200, msg: '成功', data: {} })
  })
  localStorage.setItem('token', 'x'.repeat(43))
  session.restore()
  store.set({ duty: 'devices' })
  await Promise.all([prefetchCall('getServiceBalance', {}), prefetchCall('getDeptListByCompanyId', {})])
  expect(sent).toEqual([`/api${contract.getDeptListByCompanyId.path}`])
  store.set({ duty: null })
})
