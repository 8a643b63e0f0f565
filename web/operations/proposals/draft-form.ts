import type { OperationInput, OperationOutput } from '#contract/operations/index.ts'
import { longestProposal } from '#contract/proposal-names.ts'

export type Choices = OperationOutput<'getProposalChoices'>
type Sku = Choices['skus'][number]

export interface DraftValues {
  kind: 'purchase' | 'renewal'
  items?: { sku_id?: string; package_type_id?: string; quantity?: number }[]
  svp_ids?: string[]
  days?: number
  coupon_id?: string
  note?: string
  valid_days: number
}

type Content = Omit<OperationInput<'getProposalQuote'>, 'company_id'>

/** Returns the content as far as it can be priced; undefined while something is missing. */
export function contentOf({
  kind,
  items = [],
  svp_ids = [],
  days,
  coupon_id,
}: Partial<DraftValues>): Content | undefined {
  const coupon = coupon_id ? { coupon_id } : {}
  if (kind === 'renewal') return svp_ids.length && days ? { kind, svp_ids, days, ...coupon } : undefined
  const chosen = items.flatMap(item => {
    const { sku_id, package_type_id, quantity } = item ?? {}
    return sku_id && package_type_id && quantity ? [{ sku_id, package_type_id, quantity }] : []
  })
  return chosen.length && chosen.length === items.length ? { kind: 'purchase', items: chosen, ...coupon } : undefined
}

/** Formats as 日本东京 · 住宅原生 IP · 10 Mbps. */
export const skuLabel = ({ goods_name, region_name, access_way_name, bandwidth }: Sku): string =>
  [region_name ?? goods_name, access_way_name, bandwidth && `${bandwidth} Mbps`].filter(Boolean).join(' · ')

export const validRule = {
  required: true,
  type: 'integer' as const,
  min: 1,
  max: longestProposal,
  message: `请输入 1–${longestProposal} 的整数`,
}
