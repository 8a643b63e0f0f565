import { expect, test } from 'vitest'
import type { z } from 'zod'
import { type OperationInput, type OperationName, operations } from '#contract/operations/index.ts'
import { makingProposals } from '#server/modules/proposals/proposals.fixture.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { make, operate, system } = portal
await system.change`update approval_policy set threshold = null where kind = 'coupon'`
const { token } = await make.operator('content')

const article = {
  category_id: (await operate('setArticleCategory', { kind: 'help', name: '换线路', slug: 'revisions' }, { token }))
    .data.category_id,
  slug: 'stale',
  title: '怎样更换线路',
  summary: '一步完成',
  keywords: '线路',
  markdown: '打开专线页。',
}
const { article_id } = (await operate('saveContentArticle', article, { token })).data
const terms = { version: 'stale', effective_on: '2099-01-01' }
const { terms_id } = (await operate('createTermsVersion', { which: 'service', ...terms }, { token })).data
const announcement = {
  title: '维护',
  text: '今晚维护',
  level: 'info' as const,
  place: 'both' as const,
  starts_at: new Date().toISOString(),
  ends_at: null,
}
const { announcement_id } = (await operate('setAnnouncement', announcement, { token })).data
const coupon: OperationInput<'setCouponType'> = {
  ...{ name: '满减券', about: '', kind: 'amount', amount: 2000, percent: null, cap: null, threshold: 10_000 },
  ...{ category_ids: null, for_purchase: true, for_renewal: false, total: 5, per_company: 1, way: 'center', sort: 0 },
  ...{ claim_starts_at: new Date().toISOString(), claim_ends_at: null, published: false },
  ...{ valid_from: null, valid_until: null, valid_days: 30 },
}
const { finance, office } = await makingProposals(portal)
const { coupon_type_id } = (await operate('setCouponType', coupon, finance)).data
const { draft, save } = await office()
const proposal_id = await save()

/** An input of each operation that would be accepted at the present revision. */
const inputs: { [Name in OperationName]?: object } = {
  saveContentArticle: { article_id, ...article },
  setContentArticleState: { article_id, action: 'publish' },
  restoreArticleVersion: { article_id, number: 1 },
  saveTermsVersion: { terms_id, ...terms, markdown: '# 协议' },
  publishTermsVersion: { terms_id },
  setAnnouncement: { announcement_id, ...announcement },
  setAnnouncementState: { announcement_id, action: 'publish' },
  setCouponType: { coupon_type_id, ...coupon },
  saveProposal: { proposal_id, ...draft },
  sendProposal: { proposal_id, payable: 58_000 },
  withdrawProposal: { proposal_id, reason: '客户改了需求' },
}
const revised = Object.entries(operations).filter(([, { input }]: [string, { input: z.ZodType }]) => {
  return 'shape' in input && Object.hasOwn(input.shape as object, 'revision')
})

// Guards: the revision in each module's statement, and `changedMeanwhile`, which pages read to name who saved.
test('every operation with a revision refuses a stale one, and names who saved the present one and when', async () => {
  expect(revised.map(([name]) => name).sort()).toEqual(Object.keys(inputs).sort())
  for (const [name] of revised as [OperationName, unknown][]) {
    const by = /Coupon|Proposal/.test(name) ? finance : { token }
    const answer = await operate(name, { ...inputs[name], revision: 1000 } as never, by)
    expect(answer, name).toMatchObject({
      code: -53022,
      data: { revision: expect.any(Number), saved_by: expect.any(String), saved_at: expect.any(String) },
    })
  }
})
