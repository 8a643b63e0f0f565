import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { type Answers, openPage } from '#web/testing/open-page.tsx'

const ends = new Date(Date.now() + 2.5 * 86_400_000).toISOString()
const guest = { employee_id: newId(), name: '外包设计', state: 'active' as const, guest_until: ends }
const request = { request_id: newId(), employee_id: newId(), name: '陈雨桐', state: 'open' as const, expires_at: ends }
const proposal = { proposal_id: newId(), subject: '员工时长', state: 'sent' as const, valid_until: ends }

const expiring: [string, Answers, RegExp][] = [
  ['/control/orderrecord?tab=proposals', { getProposalList: { list: [proposal], total: 1 } }, /^3 天后$/],
  ['/control/requests', { getRequestList: { list: [request], total: 1 } }, /过期（3 天后）/],
  [
    '/control/openinterfaces',
    { getApiTokenList: { list: [{ name: '人事系统', expires_at: ends }], total: 1 } },
    /到期（3 天后）/,
  ],
  ['/control/company', { getTrial: { trial: { state: 'active', ends_at: ends } } }, /（3 天后）到期/],
  ['/control/couponcenter', { getUserCouponTypeList: { list: [{ name: '券', valid_until: ends }] } }, /前（3 天后）/],
  [
    `/control/employeedetails?employee_id=${guest.employee_id}`,
    { getCompanyUserDetail: { employee: guest } },
    /（3 天后），到期自动移除/,
  ],
]

test.each(expiring)('%s says beside what expires how long it is until then', async (address, answers, text) => {
  openPage(address, answers)
  expect(await screen.findByText(text)).toBeTruthy()
})
