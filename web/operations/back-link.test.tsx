import { act, cleanup } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openOffice } from '#web/testing/open-office.tsx'
import {
  accountPath,
  balancePath,
  channelPath,
  companyPath,
  couponPath,
  disputePath,
  editArticlePath,
  editTermsPath,
  giftPath,
  operatedLinePath,
  operationsPaths,
  salesOrderPath,
  salesProposalPath,
  supportTicketPath,
  verificationPath,
} from './paths.ts'

const id = newId()
/** A page, its list or tab as the operator left it, and the page opened from there. */
const ways: [name: string, from: string, search: string, to: string][] = [
  ['工单', operationsPaths.tickets, '?state=closed&page=2', supportTicketPath(id)],
  ['实名认证', operationsPaths.verifications, '?state=approved', verificationPath(id)],
  ['设备争议', operationsPaths.disputes, '?state=rejected', disputePath(id)],
  ['报价', operationsPaths.proposals, '?state=sent', salesProposalPath(id)],
  ['企业', operationsPaths.companies, '?state=frozen', companyPath(id)],
  ['账号', operationsPaths.accounts, '?state=disabled', accountPath(id)],
  ['优惠券', operationsPaths.coupons, '?state=ended', couponPath(id)],
  ['渠道', operationsPaths.channels, '?keyword=伙伴', channelPath(id)],
  ['企业余额', operationsPaths.balances, '?keyword=远帆', balancePath(id)],
  ['订单', operationsPaths.orders, '?keyword=远帆&page=3', salesOrderPath('O1')],
  ['经营数字', operationsPaths.figures, '?from=2026-01&to=2026-03', operationsPaths.figureRows],
  ['专线', operationsPaths.lines, '?state=expired', operatedLinePath({ company_id: id, line_id: id })],
  ['查看优惠券', couponPath(id), '?tab=gifts', giftPath(id, id)],
  ['取消', operationsPaths.coupons, '?state=ended', couponPath('new')],
  ['对公转账', operationsPaths.transfers, '?state=confirmed', operationsPaths.statement],
  ['文章', operationsPaths.articles, '?keyword=开通', editArticlePath(id)],
  ['文章', operationsPaths.articles, '?keyword=开通', operationsPaths.articleCategories],
  ['协议', operationsPaths.terms, '?which=privacy', editTermsPath(id)],
]

const values = {
  getSelf: { operator_id: newId(), roles: ['owner' as const] },
  getContentArticle: { article_id: id },
  getSalesProposal: {
    kind: 'purchase' as const,
    valid_days: 14,
    content: {
      kind: 'purchase' as const,
      items: [{ sku_id: id, package_type_id: id, quantity: 10 }],
      svp_ids: [id],
      days: 30,
    },
  },
  getTermsVersion: { terms_id: id },
  getFigures: { months: [], due: [], channels: [], cohorts: [], stock: [] },
}

async function hrefOf(name: string): Promise<string> {
  // The menu beside the page has links of the same names.
  const link = () => [...document.querySelectorAll('#main a')].find(({ textContent }) => textContent?.trim() === name)
  await expect.poll(link, { timeout: 5_000 }).toBeTruthy()
  return decodeURI(link()?.getAttribute('href') ?? '')
}

async function leave(from: string, search: string): Promise<string> {
  openOffice(from + search, ['owner'], values)
  await expect.poll(() => sessionStorage.getItem('hyl_addresses')).toContain(from)
  return decodeURI(location.pathname + location.search)
}

test.each(ways)('%s leads to %s%s as it was left', async (name, from, search, to) => {
  const left = await leave(from, search)
  act(() => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  })
  expect(await hrefOf(name)).toBe(left)
  expect(left).toBe(from + search)
})

test('the list as it was left is known after a reload as well, but not to another operator', async () => {
  const [name, from, search, to] = ways[0] ?? ['', '', '', '']
  await leave(from, search)
  cleanup()
  openOffice(to, ['owner'], values)
  expect(await hrefOf(name)).toBe(from + search)
  cleanup()
  openOffice(to, ['support'])
  expect(await hrefOf(name)).toBe(from)
})
