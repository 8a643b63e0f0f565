import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openPage, refuse } from '#web/testing/open-page.tsx'

const svp_id = newId()
const person = { employee_id: newId(), employee_name: '王芳', device_id: newId(), device_name: '办公电脑' }
const shop = { shop_id: newId(), shop_platform: 'amazon', shop_number: 'A1', shop_name: '旗舰店' } as const

test('the passport shows owner and users, and those who could use the line beside those who did', async () => {
  const { calls } = openPage(`/control/linepassport?svp_id=${svp_id}`, {
    getLinePassport: {
      line: { svp_id, name: '东京-01', country: '日本', city: '东京', address: '198.18.1.1' },
      since: '2026-03-01T00:00:00.000Z',
      free_since: '2026-02-01T00:00:00.000Z',
      uses: [{ ...person, ...shop, connections: 1234, warned: 2 }],
      more: false,
    },
    getVplUserList: { list: [{ employee_id: newId(), name: '李雷', dept_path: null }], total: 1, usable: true },
    getLineUse: { list: [{ ...person, ...shop, connection_id: newId(), ended_at: null, findings: [] }], total: 1 },
  })
  await screen.findByRole('heading', { level: 1, name: '地址护照 198.18.1.1' })
  await screen.findByText('自 2026-02-01 08:00 起')
  await screen.findByText('1,234')
  await screen.findByText('提醒 2')
  await screen.findByText('李雷')
  await screen.findByText('1 个连接。')
  // Both sides query the same instant.
  expect(calls('getLineUse')[0]?.at).toBe(calls('getVplUserList')[0]?.at)
})

test('an address that the line had before is chosen from the passport, and its days and files are its own', async () => {
  const [now, earlier] = [
    { address: '198.18.1.2', since: '2026-11-02T00:00:00.000Z', until: null },
    { address: '198.18.1.1', since: '2026-03-01T00:00:00.000Z', until: '2026-11-01T00:00:00.000Z' },
  ]
  const { user, calls } = openPage(`/control/linepassport?svp_id=${svp_id}`, {
    getLinePassport: ({ address }) => {
      const shown = address === earlier.address ? earlier : now
      const line = { svp_id, name: '东京-01', country: '日本', city: '东京', address: shown.address }
      return { line, since: shown.since, until: shown.until, addresses: [now, earlier], uses: [], more: false }
    },
  })
  await user.click(await screen.findByRole('link', { name: earlier.address }))
  await screen.findByRole('heading', { level: 1, name: `地址护照 ${earlier.address}` })
  screen.getByText('2026-03-01 08:00 至 2026-11-01 08:00')
  expect(calls('getLineUse').at(-1)).toMatchObject({ svp_id, at: '2026-10-31T23:59:00.000Z' })
  await user.click(screen.getByRole('button', { name: /PDF/ }))
  expect(calls('exportPassportPdf')).toEqual([{ svp_id, address: earlier.address }])
  await user.click(screen.getByRole('button', { name: /签名文件/ }))
  expect(calls('exportPassport')).toEqual([{ svp_id, address: earlier.address }])
  screen.getByRole('link', { name: now.address })
})

test('a line without an address has no passport yet', async () => {
  openPage(`/control/linepassport?svp_id=${svp_id}`, { getLinePassport: refuse(-56005, '没有地址') })
  await screen.findByRole('heading', { name: '专线还没有地址' })
})

test('the days in the address apply to the passport and to both files', async () => {
  const { user, calls } = openPage(`/control/linepassport?svp_id=${svp_id}&from=2026-10-01&to=2026-10-31`, {
    getLinePassport: {
      line: { svp_id, name: '东京-01', country: '日本', city: '东京', address: '198.18.1.1' },
      uses: [],
      more: false,
    },
  })
  await screen.findByText('这些天没有人用过')
  expect(calls('getLinePassport')[0]).toEqual({ svp_id, from: '2026-10-01', to: '2026-10-31' })
  await user.click(screen.getByRole('button', { name: /PDF/ }))
  expect(calls('exportPassportPdf')).toEqual([{ svp_id, from: '2026-10-01', to: '2026-10-31' }])
  await user.click(screen.getByRole('button', { name: /签名文件/ }))
  expect(calls('exportPassport')).toEqual([{ svp_id, since: '2026-09-30T16:00:00.000Z' }])
})
