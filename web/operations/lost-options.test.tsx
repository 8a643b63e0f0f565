import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { type OfficeAnswers, openOffice } from '#web/testing/open-office.tsx'
import { expectEnabled, refuse } from '#web/testing/open-page.tsx'
import { categoryPath } from './paths.ts'

const lost = refuse(503, '服务繁忙')
const [ticket_id, company_id, category_id, goods_id] = [newId(), newId(), newId(), newId()]
const places = { regions: [{ region_id: newId(), country: '日本', city: '东京' }], access_ways: [] }
const ticket = { ticket_id, subject: '打不开', state: 'open' as const, assignee_id: null, entries: [] }

interface Case {
  title: string
  path: string
  /** The button of the dialog with the select, if it has one. */
  dialog?: string
  label: string
  values?: OfficeAnswers
  found: OfficeAnswers
  option: RegExp
}

const network = { found: { getNetworkPlaces: places }, label: '地区', option: /东京/ }
const cases: Case[] = [
  { title: '专线', path: '/operations/lines', ...network },
  { title: '地址', path: '/operations/addresses', ...network },
  { title: '添加地址', path: '/operations/addresses', dialog: '添加一段', ...network },
  {
    title: '文章',
    path: '/operations/articles',
    label: '分类',
    found: { getArticleCategoryList: { list: [{ category_id: newId(), kind: 'help', name: '入门' }] } },
    option: /入门/,
  },
  {
    title: '转交工单',
    path: `/operations/tickets/${ticket_id}`,
    dialog: '转交',
    label: '转交给',
    values: { getSupportTicket: ticket, getOwnNoticeList: { list: [] } },
    found: { getTicketAssignees: { list: [{ operator_id: newId(), name: '李四', tickets: 3 }] } },
    option: /李四/,
  },
  {
    title: '起草报价',
    path: `/operations/companies/${company_id}?tab=proposals`,
    dialog: '起草报价',
    label: '规格',
    values: { getCompanyOverview: { info: { company_id } } },
    found: { getProposalChoices: { skus: [{ sku_id: newId(), goods_name: '员工时长' }], coupons: [], lines: [] } },
    option: /员工时长/,
  },
  {
    title: '规格',
    path: categoryPath(category_id, { goods: goods_id }),
    label: '带宽',
    values: {
      getCatalogueTree: { list: [{ category_id, name: '专线' }] },
      getCatalogueGoods: { list: [{ goods_id, name: '企业专线', product: 'line', skus: 1 }] },
    },
    found: { getSkuAttributes: { regions: [], access_ways: [], bandwidths: [55] } },
    option: /55 Mbps/,
  },
  {
    title: '优惠券',
    path: '/operations/coupons/new',
    label: '适用商品',
    found: { getCouponCategoryList: { list: [{ category_id: newId(), parent_id: null, name: '虚拟专线' }] } },
    option: /虚拟专线/,
  },
]

test.each(cases)('$title: $label says that its options did not come, and asks for them again', async each => {
  const { path, dialog, label, values, found, option } = each
  let down = true
  const stubs = Object.entries(found).map(([name, answer]) => [name, () => (down ? lost : answer)])
  const { user } = openOffice(path, ['owner'], { ...values, ...Object.fromEntries(stubs) })
  if (dialog) await user.click(await screen.findByRole('button', { name: dialog }))
  const place = dialog ? within(await screen.findByRole('dialog')) : screen
  await user.click(await place.findByRole('combobox', { name: label }))
  const retry = await screen.findByRole('button', { name: '重试' })
  expect(retry.closest('[role=alert]')?.textContent).toContain('服务繁忙')
  down = false
  await user.click(retry)
  await screen.findAllByText(option)
  expect(screen.queryByRole('button', { name: '重试' })).toBeNull()
})

test('the template of addresses says that its places did not come, and asks for them again', async () => {
  let down = true
  const { user } = openOffice('/operations/addresses/import', ['owner'], {
    getNetworkPlaces: () => (down ? lost : places),
  })
  const retry = await screen.findByRole('button', { name: '重试' })
  const template = screen.getByRole('button', { name: '下载模板' })
  expect(template).toHaveProperty('disabled', true)
  down = false
  await user.click(retry)
  await expectEnabled(template)
  expect(screen.queryByRole('button', { name: '重试' })).toBeNull()
})
