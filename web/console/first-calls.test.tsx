import { expect, test, vi } from 'vitest'
import { contract } from '#contract/index.ts'
import { instanceId } from '#contract/rules.ts'
import { type ConsolePage, consolePages } from '#web/data/console-pages.ts'
import { openPage } from '#web/testing/open-page.tsx'

const pages: readonly ConsolePage[] = consolePages

test.each(pages.flatMap(({ path, calls }) => (calls ? [[path, calls] as const] : [])))(
  '%s uses the requests its document sent ahead, matched exactly, and repeats none',
  async (path, expected) => {
    const page = openPage(path)
    await vi.waitFor(
      () => {
        for (const [name] of expected) expect(page.calls(name)).not.toEqual([])
      },
      { timeout: 20_000 },
    )
    for (const [name, input] of expected)
      expect(page.calls(name).map(each => JSON.stringify(each))).toEqual([JSON.stringify(input)])
  },
)

test('a response requested by the document is used once; the next reload requests anew', async () => {
  const body = JSON.stringify({ instance_id: instanceId, page: 1, page_size: 20, sid: 'x'.repeat(43) })
  const url = `/api${contract.getDeviceList.path}`
  const data = { list: [], total: 0, more: false, pending: 0 }
  globalThis.earlyRequests = {
    [`${url} ${body}`]: {
      sentAt: Date.now(),
      response: Promise.resolve(Response.json({ code: 200, msg: '成功', data })),
    },
  }
  const page = openPage('/control/deviceManage')
  await vi.waitFor(() => expect(document.body.textContent).toContain('还没有设备'), { timeout: 20_000 })
  expect(page.calls('getDeviceList')).toEqual([])
  expect(globalThis.earlyRequests).toEqual({})
})
