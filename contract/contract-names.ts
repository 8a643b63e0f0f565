/** Names and rules of contracts and their template. Browser and server share this file, so it must not import zod. */
import type { ProposalState } from './proposal-names.ts'
import type { OrderState, Product } from './shop.ts'

const standing: readonly OrderState[] = ['pending', 'paid', 'fulfilled', 'refunding']

/** Reports whether an order has a contract: something was bought and the order still stands. A top-up buys nothing yet. */
export const hasContract = ({ product, state }: { product: Product; state: OrderState }): boolean =>
  product !== 'balance' && standing.includes(state)

/** A proposal's contract may be signed before it is accepted. */
export const isContracted = (state: ProposalState): boolean => state === 'sent' || state === 'accepted'

/** The placeholders of the template, each with a sample value for the preview. */
export const contractValues = {
  number: { about: '订单号或报价单号', sample: '202611240000000001' },
  date: { about: '下单或发出报价的日期', sample: '2026 年 11 月 24 日' },
  buyer: { about: '企业名称', sample: '示例贸易有限公司' },
  buyerCode: { about: '企业的统一社会信用代码', sample: '91440300MA5EXAMPL8' },
  buyerAddress: { about: '企业地址', sample: '示例市示例路 1 号' },
  buyerContact: { about: '企业联系人', sample: '张三' },
  seller: { about: '配置里的主体名称', sample: '' },
  sellerAddress: { about: '配置里的办公地址', sample: '' },
  sellerPhone: { about: '配置里的客服电话', sample: '' },
  brandName: { about: '配置里的品牌名', sample: '' },
  subject: { about: '购买的内容', sample: '专线 2 条 × 90 天' },
  listAmount: { about: '原价', sample: '¥1,200.00' },
  discount: { about: '优惠合计', sample: '¥190.50' },
  amount: { about: '应付金额', sample: '¥1,009.50' },
  amountInWords: { about: '应付金额的大写', sample: '壹仟零玖元伍角整' },
  validUntil: { about: '报价的有效期；订单为“不适用”', sample: '2026 年 12 月 8 日' },
  agreementVersion: { about: '用户服务协议的版本', sample: '2026-11' },
} as const
export type ContractValue = keyof typeof contractValues

/** The placeholders for whole parts of a contract, each alone on its line of the template. */
export const contractParts = {
  items: '产品清单：产品、周期、数量、单价、金额',
  agreement: '当日现行的用户服务协议全文',
  signatures: '双方签章处',
} as const
export type ContractPart = keyof typeof contractParts

/** Without these a text would not be a contract of sale. */
export const requiredInContract = ['buyer', 'seller', 'amount', 'amountInWords', 'items', 'signatures'] as const

export const placeholder = /\{\{\s*([^{}]*?)\s*\}\}/g

const isPart = (name: string): name is ContractPart => name in contractParts

/** Returns the names in braces for which a template has no value, and the parts that do not stand alone on their line. */
export function unknownPlaceholders(template: string): string[] {
  const found = template.split('\n').flatMap(line =>
    [...line.matchAll(placeholder)].flatMap(([whole, name = '']) => {
      if (isPart(name)) return line.trim() === whole ? [] : [`${whole}（须单独成行）`]
      return name in contractValues ? [] : [whole]
    }),
  )
  // An unclosed brace would appear in the contract as it is.
  const rest = template.replaceAll(placeholder, '')
  return [...new Set([...found, ...(/\{\{|\}\}/.test(rest) ? ['未配对的 {{ 或 }}'] : [])])]
}

export const missingPlaceholders = (template: string): string[] => {
  const named = new Set([...template.matchAll(placeholder)].map(([, name]) => name))
  return requiredInContract.filter(name => !named.has(name)).map(name => `{{${name}}}`)
}
