import { expect, test, vi } from 'vitest'
import { contract } from '#contract/index.ts'
import { type ConsolePage, consolePages } from '#web/data/console-pages.ts'
import { session } from '#web/data/session.ts'
import { store } from '#web/data/store.ts'
import { prefetchCall } from '#web/data/use-call.ts'
import { earlyScript } from '#web/site/early-script.ts'
import { answerOf } from '#web/testing/answers.ts'
import { openPage } from '#web/testing/open-page.tsx'

const pages: readonly ConsolePage[] = consolePages
const byPath = new Map(Object.values(contract).map(each => [`/api${each.path}`, each]))

/** Runs the document's inline script as a manager's browser does; every call is answered with as little as the contract allows. */
function runDocument(page: ConsolePage): void {
  history.replaceState(null, '', page.path)
  localStorage.setItem('token', 'x'.repeat(43))
  localStorage.setItem('hyl_user_sign', 'admin')
  vi.stubGlobal('fetch', async (url: string) => {
    const { output } = byPath.get(url) ?? expect.unreachable(`no call is at ${url}`)
    return Response.json({ code: 200, msg: '成功', data: answerOf(output, undefined) })
  })
  // biome-ignore lint/security/noGlobalEval: it is the text that the document contains
  globalThis.eval(earlyScript({ apiBase: '/api' }, page) ?? '')
}

test.each(pages.flatMap(page => (page.calls ? [[page.path, page] as const] : [])))(
  '%s shows the answers that its document asked for, and asks for none of them again',
  async (path, page) => {
    runDocument(page)
    expect(Object.keys(globalThis.earlyRequests ?? {})).toHaveLength(page.calls?.length ?? 0)
    const opened = openPage(path)
    await vi.waitFor(() => expect(globalThis.earlyRequests).toEqual({}), { timeout: 20_000 })
    for (const [name] of page.calls ?? []) expect(opened.calls(name)).toEqual([])
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
