import { act, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { announceCompanyChange } from '#web/data/company-change.ts'
import { newId } from '#web/testing/answers.ts'
import { openPage, refuse } from '#web/testing/open-page.tsx'

const list = () => screen.findByRole('region', { name: '设备列表' })

test('filters combine and are kept in the address, across a reload and in the tab', async () => {
  const { user, calls } = openPage('/control/deviceManage', {
    getDeviceList: ({ keyword, outdated, platform }) => ({
      list: [{ name: '测试机' }],
      total: 3 - [keyword, outdated, platform].filter(Boolean).length + 1,
    }),
  })
  await user.type(await screen.findByRole('searchbox', { name: /搜索/ }), '测试')
  await within(await list()).findByText('共 3 台设备')
  await user.click(screen.getByRole('checkbox', { name: '客户端旧版本' }))
  await within(await list()).findByText('共 2 台设备')
  await user.click(screen.getByRole('combobox', { name: '平台' }))
  await user.click(await screen.findByTitle('macOS'))
  await within(await list()).findByText('共 1 台设备')
  await user.click(screen.getByRole('combobox', { name: '在线或离线' }))
  await user.click(await screen.findByTitle('离线'))
  await within(await list()).findByText('共 1 台设备')
  const filters = { keyword: '测试', outdated: true, platform: 'mac', online: false }
  expect(calls('getDeviceList').at(-1)).toMatchObject(filters)
  const query = Object.fromEntries(new URLSearchParams(location.search))
  expect(query).toEqual({ outdated: '1', platform: 'mac', online: '0', keyword: '测试' })

  await user.click(screen.getByRole('link', { name: '个人信息' }))
  await screen.findByRole('region', { name: '我的服务' })
  const tabs = screen.getByRole('navigation', { name: '已打开的页面' })
  await user.click(within(tabs).getByRole('link', { name: '设备' }))
  await within(await list()).findByText('共 1 台设备')
  expect(calls('getDeviceList').at(-1)).toMatchObject(filters)
  await user.click(screen.getByRole('button', { name: '清除筛选' }))
  await expect.poll(() => location.search).toBe('')
})

test('the filters of the address are those of the page', async () => {
  const { calls } = openPage('/control/deviceManage?keyword=测试&outdated=1&platform=mac')
  expect(await screen.findByRole('searchbox', { name: /搜索/ })).toHaveProperty('value', '测试')
  expect(screen.getByRole('checkbox', { name: '客户端旧版本' })).toHaveProperty('checked', true)
  expect(calls('getDeviceList')).toMatchObject([{ keyword: '测试', outdated: true, platform: 'mac' }])
})

test('a page number beyond the list redirects to its last page', async () => {
  const { calls } = openPage('/control/deviceManage?page=9', {
    getDeviceList: ({ page = 1 }) => ({ list: page > 2 ? [] : [{ name: '测试机' }], total: 21 }),
  })
  await within(await list()).findByText('测试机')
  expect(calls('getDeviceList').map(({ page }) => page)).toEqual([9, 2])
  expect(location.search).toBe('?page=2')
})

test('a list that failed to load can be retried; an empty queue is shown as good news', async () => {
  const { user, answers } = openPage('/control/deviceManage?audit_state=pending', {
    getDeviceList: refuse(500, '服务出现问题，请稍后重试'),
  })
  expect((await screen.findByRole('alert')).textContent).toContain('服务出现问题，请稍后重试')
  answers.getDeviceList = {}
  await user.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByText('没有待审核的设备')
  answers.getDeviceList = { list: [{ name: '办公电脑', dept_path: '运营中心 / 内容设计组' }], total: 1 }
  await user.click(screen.getByRole('button', { name: '查看全部设备' }))
  await within(await list()).findByText('共 1 台设备')
  // Shows the department itself rather than the beginning of its path.
  expect(screen.getByTitle('运营中心 / 内容设计组').textContent).toBe('内容设计组')
})

test('a ticked device that a colleague has approved meanwhile is not rejected with the others', async () => {
  const waiting = ['办公电脑', '备用电脑'].map(name => ({
    device_id: newId(),
    name,
    audit_state: 'pending' as const,
  }))
  const { user, answers, calls } = openPage('/control/deviceManage?audit_state=pending', {
    getDeviceList: { list: waiting, total: 2 },
  })
  await within(await list()).findByText('共 2 台设备')
  await user.click(screen.getByRole('checkbox', { name: '选择本页全部' }))
  answers.getDeviceList = { list: waiting.slice(1), total: 1 }
  await act(async () => announceCompanyChange())
  await within(await list()).findByText('共 1 台设备')
  await user.click(within(screen.getByRole('toolbar', { name: '批量操作' })).getByRole('button', { name: '驳回' }))
  await screen.findByText('驳回「备用电脑」')
  await expect
    .poll(() => calls('planAccess').at(-1))
    .toMatchObject({ call: 'deviceAudit', input: { device_ids: [waiting[1]?.device_id] } })
})
