import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openOffice } from '#web/testing/open-office.tsx'
import { maySee, menu } from './menu/menu.ts'
import {
  companyPath,
  editArticlePath,
  editTermsPath,
  newCouponPath,
  operationsPaths,
  verificationPath,
} from './paths.ts'

test('an auditor can open every page except those that only write', () => {
  const closed = menu.filter(entry => !maySee(entry, ['auditor'])).map(({ key }) => key)
  expect(closed.sort()).toEqual(['address-import', 'article-new', 'coupon-edit', 'coupon-new', 'statement'])
})

const answers = {
  getAddressList: { list: [{ address: '203.0.113.7', state: 'free' as const }], total: 1 },
  getOperatorList: { list: [{ display_name: '林文', name: 'lin.wen' }], total: 1 },
  getRefundList: {
    list: [{ state: 'asked' as const, kind: 'requested' as const, approval: null, company_name: '蓝帆' }],
    total: 1,
  },
  getApprovalList: { list: [{ state: 'waiting' as const, own: false, summary: '退款 ¥58.00' }], total: 1 },
}

test.each([
  ['/operations/operators', '林文', ['添加操作员', '林文的操作']],
  ['/operations/refunds', '蓝帆', ['同意', '驳回']],
  ['/operations/approvals', '退款 ¥58.00', ['确认执行', '驳回']],
])('%s offers an auditor nothing that the server would refuse', async (address, shown, refused) => {
  const offered = async (role: 'auditor' | 'owner') => {
    openOffice(address, [role], answers)
    await screen.findAllByText(shown)
    const names = refused.filter(name => screen.queryAllByRole('button', { name }).length > 0)
    cleanup()
    return names
  }
  expect(await offered('owner')).toEqual(refused)
  expect(await offered('auditor')).toEqual([])
})

test('an auditor can still see who used an address', async () => {
  const { user } = openOffice('/operations/addresses', ['auditor'], answers)
  await user.click(await screen.findByRole('button', { name: '203.0.113.7的操作' }))
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['使用记录'])
  expect(screen.queryByRole('button', { name: '添加一段' })).toBeNull()
})

test('an auditor is told that a page which only writes is closed, instead of that its record is missing', async () => {
  for (const path of [operationsPaths.newArticle, newCouponPath()]) {
    openOffice(path, ['auditor'], {})
    await screen.findByRole('heading', { name: /没有权限查看/ })
    cleanup()
  }
})

test('only those who may act on the rows of a list can tick them', async () => {
  const boxes = async (role: 'auditor' | 'owner') => {
    openOffice(operationsPaths.addresses, [role], answers)
    await screen.findAllByText('203.0.113.7')
    const found = screen.queryAllByRole('checkbox').length
    cleanup()
    return found
  }
  expect(await boxes('owner')).toBeGreaterThan(0)
  expect(await boxes('auditor')).toBe(0)
})

test('an auditor can read why somebody can use a line or not, and that a licence was handed in', async () => {
  const company_id = newId()
  const { user } = openOffice(`${companyPath(company_id)}?tab=people`, ['auditor'], {
    getCompanyOverview: { info: { company_id } },
    getCompanyPeople: { list: [{ name: '陈雨桐', sessions: 1 }], total: 1 },
  })
  await user.click(await screen.findByRole('button', { name: '陈雨桐的操作' }))
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['为什么能用、不能用'])
  cleanup()
  const licence = { is_image: true, file_name: '执照.png' }
  openOffice(verificationPath(newId()), ['auditor'], { getVerificationForReview: { kind: 'company', licence } })
  await screen.findByText(/已附营业执照（执照\.png）/)
})

const help = ['开通', '计费', '排错'].map(name => ({ category_id: newId(), kind: 'help' as const, name }))
const categories = {
  getArticleCategoryList: { list: help },
  getContentArticle: {
    article_id: newId(),
    category_id: help[0]?.category_id,
    slug: 'begin',
    title: '怎样开通',
    summary: '从注册到连接',
    markdown: '正文',
  },
}

test('an auditor can neither drag categories nor save an article by its shortcut', async () => {
  const open = async (role: 'auditor' | 'owner') => {
    cleanup()
    openOffice(operationsPaths.articleCategories, [role], categories)
    return (await screen.findByText('计费')).closest('li')?.getAttribute('draggable')
  }
  expect(await open('owner')).toBe('true')
  expect(await open('auditor')).toBe('false')
  const save = async (role: 'auditor' | 'owner') => {
    cleanup()
    const { user, calls } = openOffice(editArticlePath(newId()), [role], categories)
    await user.type(await screen.findByDisplayValue('怎样开通'), '！')
    await user.keyboard('{Control>}s{/Control}')
    return calls
  }
  const owner = await save('owner')
  await expect.poll(() => owner('saveContentArticle')).toHaveLength(1)
  const auditor = await save('auditor')
  expect(auditor('saveContentArticle')).toEqual([])
})

test('an auditor reads an article and the draft of terms without being able to type what could not be saved', async () => {
  openOffice(editArticlePath(newId()), ['auditor'], categories)
  expect((await screen.findByDisplayValue<HTMLInputElement>('怎样开通')).disabled).toBe(true)
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: '正文' }).readOnly).toBe(true)
  cleanup()
  const terms = { which: 'service' as const, state: 'draft' as const, version: '2099-1', markdown: '条款' }
  openOffice(editTermsPath(newId()), ['auditor'], { getTermsVersion: terms })
  expect((await screen.findByDisplayValue<HTMLInputElement>('2099-1')).disabled).toBe(true)
  expect(screen.getByDisplayValue<HTMLTextAreaElement>('条款').readOnly).toBe(true)
})

test('a category is moved only from the order that the move before has led to', async () => {
  let answer = () => {}
  const { user, calls } = openOffice(operationsPaths.articleCategories, ['owner'], {
    ...categories,
    setArticleCategoryOrder: () =>
      new Promise(done => {
        answer = () => done({})
      }),
  })
  const down = await screen.findByRole<HTMLButtonElement>('button', { name: '下移 开通' })
  await user.click(down)
  await expect.poll(() => down.disabled).toBe(true)
  await user.click(down)
  answer()
  await expect.poll(() => down.disabled).toBe(false)
  expect(calls('setArticleCategoryOrder')).toHaveLength(1)
})
