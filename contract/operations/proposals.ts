import { z } from 'zod'
import { revisionFrom } from '../content-fields.ts'
import { id, instant, line, listOf, paging } from '../fields.ts'
import { orderContentFields } from '../order-content.ts'
import { quoteOrder } from '../orders.ts'
import { proposalStates } from '../proposal-names.ts'
import { packageType } from '../records/package-type.ts'
import { proposal } from '../records/proposal.ts'
import { sku } from '../records/sku.ts'
import { operation } from './operation.ts'

const revision = revisionFrom(0)
const of = { proposal_id: id }
const reason = line('原因', 200, 2)

/** A renewal until a given day costs a different amount each day, so a proposal could not hold its price. */
const { until: _until, ...content } = orderContentFields

const getProposals = operation({
  path: '/proposals/getProposals',
  effect: 'read',
  access: ['finance', 'support'],
  about: '全部企业的报价与草稿，最近有变化的在前。关键词是报价单号、内容或企业名称的一部分。',
  input: z.strictObject({
    state: z.enum(proposalStates, { error: '状态不正确' }).optional(),
    company_id: id.optional(),
    keyword: line('关键词', 50, 0).optional(),
    ...paging,
  }),
  output: listOf(proposal.schema).extend({ more: z.boolean() }),
})

const getSalesProposal = operation({
  path: '/proposals/getSalesProposal',
  effect: 'read',
  access: ['finance', 'support'],
  about:
    '一份报价的全部；content 是起草时所选的内容，草稿的金额按现在的价格重新计算；现在不能这样下单的，problem 说明原因，金额仍是保存时的。',
  input: z.strictObject(of),
  output: proposal.schema.extend({
    items: quoteOrder.output.shape.items,
    content: z.strictObject(content),
    problem: z.string(),
  }),
  codes: [-59300],
})

const getProposalChoices = operation({
  path: '/proposals/getProposalChoices',
  effect: 'read',
  access: ['finance'],
  about: '为一家企业起草报价时可选的：在售的规格与套餐、可续费的专线、未使用的优惠券。',
  input: z.strictObject({ company_id: id }),
  output: z.object({
    skus: z.array(
      sku.schema
        .pick({
          sku_id: true,
          goods_name: true,
          region_name: true,
          access_way_name: true,
          bandwidth: true,
          price: true,
          stock: true,
        })
        .extend({
          packages: z.array(packageType.schema.pick({ package_type_id: true, days: true, discount_percent: true })),
        }),
    ),
    lines: z.array(z.object({ svp_id: id, name: z.string(), ends_at: instant })),
    coupons: z.array(z.object({ coupon_id: id, name: z.string(), valid_until: instant })),
  }),
  codes: [-53021],
})

const getProposalQuote = operation({
  path: '/proposals/getProposalQuote',
  effect: 'read',
  access: ['finance'],
  about: '起草时的报价：与企业自己下单相同。什么都不保存。',
  input: z.strictObject({ company_id: id, ...content, coupon_id: id.optional() }),
  output: quoteOrder.output.pick({
    list_amount: true,
    package_discount: true,
    coupon_discount: true,
    payable: true,
    coupon_problem: true,
    short: true,
  }),
  codes: [-49002, -49003, -49004, -52001, -53021],
})

const saveProposal = operation({
  path: '/proposals/saveProposal',
  effect: 'change',
  access: ['finance'],
  audited: true,
  about: '保存报价的草稿，企业看不到；带 proposal_id 与读到的 revision 为修改。价格由平台计算。',
  input: z.strictObject({
    proposal_id: id.optional(),
    revision: revision.optional(),
    company_id: id,
    ...content,
    ...proposal.input('save'),
  }),
  output: z.object(of),
  success: '草稿已保存',
  codes: [-49002, -49003, -49004, -49024, -52001, -53021, -53022, -59300, -59301],
})

const sendProposal = operation({
  path: '/proposals/sendProposal',
  effect: 'change',
  access: ['finance'],
  audited: true,
  about: '把草稿作为报价发给企业，价格保持到有效期结束；revision 与 payable 为页面所示的版本与应付金额，已变则不发出。',
  input: z.strictObject({
    ...of,
    revision,
    payable: z.int({ error: '应付金额须为整数' }),
  }),
  success: '报价已发出，企业会收到通知',
  codes: [-49002, -49003, -49004, -49008, -49024, -52001, -53022, -59300, -59301, -59303],
})

const withdrawProposal = operation({
  path: '/proposals/withdrawProposal',
  effect: 'change',
  access: ['finance'],
  audited: true,
  allowsClosedCompany: true,
  about:
    '撤回报价，或不再使用草稿；已发出的，企业从此看到它已撤回与原因。revision 为页面所示的版本，已被修改或发出则不撤回。',
  input: z.strictObject({ ...of, revision, reason }),
  success: '报价已撤回',
  codes: [-53022, -59300, -59301],
})

export const proposals = {
  getProposals,
  getSalesProposal,
  getProposalChoices,
  getProposalQuote,
  saveProposal,
  sendProposal,
  withdrawProposal,
}
