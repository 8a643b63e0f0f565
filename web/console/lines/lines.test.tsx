import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openPage, refuse } from '#web/testing/open-page.tsx'

const line = { svp_id: newId(), name: '首尔-01', city: '首尔', state: 'unbound', address: null } as const

test('an address that somebody else has taken meanwhile is refused and no longer offered', async () => {
  const [taken, free] = [
    { ip_id: newId(), address: '198.18.1.1' },
    { ip_id: newId(), address: '198.18.1.2' },
  ]
  const { user, calls, answers } = openPage('/control/manageline', {
    getCompanyVplList: { list: [line], total: 1 },
    getVplIpList: { list: [taken, free], total: 2 },
    bindCompanyVpl: refuse(-52002, '该地址刚被占用，请选择其他地址'),
  })
  await user.click(await screen.findByRole('button', { name: '给 首尔-01（首尔） 绑定地址' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('radio', { name: taken.address }))
  answers.getVplIpList = { list: [free], total: 1 }
  // The button waits for the plan.
  await dialog.findByText('没有人的使用权限会变化。')
  await user.click(dialog.getByRole('button', { name: '绑定' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('该地址刚被占用')
  await expect.poll(() => dialog.queryByText(taken.address)).toBeNull()
  expect(dialog.getByRole('radio', { name: free.address })).toHaveProperty('checked', false)
  expect(calls('bindCompanyVpl')).toEqual([{ svp_id: line.svp_id, ip_id: taken.ip_id }])
})

test('renewing one line opens the buy page with it', async () => {
  const { user } = openPage(`/control/managelinedetails?svp_id=${line.svp_id}`, {
    getCompanyVplDetail: { ...line, state: 'active', address: '198.18.1.1' },
  })
  await user.click(await screen.findByRole('button', { name: '续费' }))
  expect(location.pathname + location.search).toBe(`/control/buyvirtual?renew=${line.svp_id}`)
})

test('the way back to the list leads to it as it was left', async () => {
  const { user } = openPage('/control/manageline?state=unbound&page=2', {
    getCompanyVplList: { list: [line], total: 21 },
    getCompanyVplDetail: line,
  })
  await user.click(await screen.findByRole('link', { name: '首尔-01' }))
  await user.click(await within(await screen.findByRole('main')).findByRole('link', { name: /虚拟专线$/ }))
  await expect.poll(() => location.pathname + location.search).toBe('/control/manageline?state=unbound&page=2')
})

test('another company’s line is reported as not found', async () => {
  openPage(`/control/managelinedetails?svp_id=${newId()}`, { getCompanyVplDetail: refuse(-52001, '专线不存在') })
  await screen.findByRole('heading', { name: '专线不存在' })
})

test('the details page without a line links to the list of lines', async () => {
  const { user } = openPage('/control/managelinedetails')
  await user.click(await screen.findByRole('link', { name: '查看全部专线' }))
  await screen.findByRole('heading', { level: 1, name: '虚拟专线' })
})

test('the moment of who could use a line stands in the address', async () => {
  const svp_id = newId()
  const at = '2026-11-20T01:00:00.000Z'
  const { calls } = openPage(`/control/managelinedetails?svp_id=${svp_id}&at=${at}`, {
    getCompanyVplDetail: { svp_id, name: '东京一号' },
  })
  await expect.poll(() => calls('getVplUserList')).toMatchObject([{ svp_id, at }])
})

test('a line that nobody may use and that cannot be used is told so in one sentence', async () => {
  const svp_id = newId()
  openPage(`/control/managelinedetails?svp_id=${svp_id}`, {
    getCompanyVplDetail: { svp_id, name: '东京-01' },
    getVplUserList: { list: [], total: 0, usable: false },
  })
  await screen.findByText('现在没有人有权使用，专线目前也不能使用。')
})
