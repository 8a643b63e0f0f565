import { expect, test } from 'vitest'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { make, operate } = portal
const { token } = await make.operator('support')

test('devices of all companies seen within three minutes are listed, most recent first', async () => {
  const one = await make.company({ name: '甲设备有限公司' })
  const other = await make.company({ name: '乙设备有限公司' })
  const seen = (company: typeof one, seconds: number, platform: 'windows' | 'mac' = 'windows') =>
    make.device({
      companyId: company.id,
      employeeId: company.owner.id,
      name: `${seconds} 秒前`,
      platform,
      lastSeenAt: new Date(Date.now() - seconds * 1000),
    })
  await seen(one, 170)
  await seen(other, 20, 'mac')
  await seen(one, 60)
  await seen(one, 190)
  const { data } = await operate('getOnlineDevices', {}, { token })
  expect(data.list.map(({ name, company_name }) => [name, company_name])).toEqual([
    ['20 秒前', '乙设备有限公司'],
    ['60 秒前', '甲设备有限公司'],
    ['170 秒前', '甲设备有限公司'],
  ])
  expect(data).toMatchObject({ total: 3, more: false })
  const macs = await operate('getOnlineDevices', { platform: 'mac' }, { token })
  expect(macs.data).toMatchObject({ total: 1, list: [{ account_id: other.owner.account.id }] })
  const second = await operate('getOnlineDevices', { page: 2, page_size: 2 }, { token })
  expect(second.data.list.map(({ name }) => name)).toEqual(['170 秒前'])
})
