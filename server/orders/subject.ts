import type { Quote, QuotedItem } from './quote.ts'

/** What was bought, in a line: for lists, notices and the gateway's own page. */
export function subjectOf({ kind, product, items }: Pick<Quote, 'kind' | 'product'> & { items: Named[] }): string {
  const [first] = items
  if (!first) return ''
  if (kind === 'renewal') {
    const name = first.line?.name ?? ''
    return items.length > 1 ? `专线续费 ${items.length} 条（${name} 等）` : `专线续费（${name}） × ${first.days} 天`
  }
  const others = items.length > 1 ? ` 等 ${items.length} 项` : ''
  const { goods_name, region_name, bandwidth } = first.sku
  if (product === 'hours') return `${goods_name} ${first.quantity} 人 × ${first.days} 天${others}`
  const speed = bandwidth ? ` ${bandwidth}M` : ''
  return `${goods_name} ${region_name ?? ''}${speed} ${first.quantity} 条 × ${first.days} 天${others}`
}

type Named = Pick<QuotedItem, 'days' | 'quantity'> & {
  sku: Pick<QuotedItem['sku'], 'goods_name' | 'region_name' | 'bandwidth'>
  line: { name: string } | undefined
}
