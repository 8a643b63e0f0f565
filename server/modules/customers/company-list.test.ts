import { expect, test } from 'vitest'
import { creditService } from '#server/modules/people/hours/hours.ts'
import { testPortal } from '#server/testing/portal.ts'

const { make, operate, system } = await testPortal()
const { token } = await make.operator('support')

test('the list of companies is found by name, code, member, channel, state, day and balance', async () => {
  const channel = await make.channel()
  const code = await make.promotionCode({ channelId: channel.id })
  const company = await make.company({ name: '杭州乌托邦贸易有限公司', employees: 1 })
  await system.change`
    update company set promotion_code = ${code}, verified_at = '2026-03-04T01:00:00Z' where id = ${company.id}`
  await creditService(system, { companyId: company.id, days: 30, kind: 'gift', note: '' })
  await make.order(company)
  const phone = company.employees[0]?.account.phone ?? ''
  const found = async (filter: object) => {
    const { data } = await operate('getCompanyList', filter, { token })
    return data.list.filter(({ company_id }) => company_id === company.id)
  }
  const day = '2026-03-04'
  for (const filter of [
    { keyword: '乌托邦' },
    { keyword: company.creditCode },
    { keyword: phone },
    { channel_id: channel.id },
    { promotion_code: code },
    { verified_from: day, verified_to: day },
    { keyword: '乌托邦', state: 'active' as const },
  ])
    expect(await found(filter), JSON.stringify(filter)).toHaveLength(1)
  for (const filter of [
    { keyword: '乌托邦', balance_low: true as const },
    { keyword: '乌托邦', state: 'frozen' as const },
    { promotion_code: '没有这个码' },
    { keyword: phone.slice(0, 8) },
    { verified_from: '2026-03-05', verified_to: '2026-03-06' },
  ])
    expect(await found(filter), JSON.stringify(filter)).toHaveLength(0)
  const [row] = await found({ keyword: '乌托邦' })
  expect(row).toMatchObject({ people: 2, balance: 30, lines: 0, devices: 0, promotion_code: code })
  expect(row?.last_order_at).not.toBeNull()
  expect(row?.owner_phone).toMatch(/^1\d{2}\*{4}\d{4}$/)
  await creditService(system, { companyId: company.id, days: -1, kind: 'correction', note: '' })
  expect(await found({ keyword: '乌托邦', balance_low: true })).toHaveLength(1)
})
