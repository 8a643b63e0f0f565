import type { Quote, QuotedItem } from './quote.ts'

type Named = Pick<QuotedItem, 'name' | 'region_name' | 'bandwidth' | 'days' | 'quantity' | 'line_name'>

/** Summarizes an order in a line, for lists, notices and the gateway's own page. */
export function subjectOf({ kind, product, items }: Pick<Quote, 'kind' | 'product'> & { items: Named[] }): string {
  const [first] = items
  if (!first) return ''
  const { name, region_name, bandwidth, days, quantity, line_name } = first
  if (kind === 'renewal') {
    const line = line_name ?? ''
    return items.length > 1 ? `专线续费 ${items.length} 条（${line} 等）` : `专线续费（${line}） × ${days} 天`
  }
  const others = items.length > 1 ? ` 等 ${items.length} 项` : ''
  if (product === 'hours') return `${name} ${quantity} 人 × ${days} 天${others}`
  const speed = bandwidth ? ` ${bandwidth} Mbps，` : ' '
  return `${name} ${region_name ?? ''}${speed}${quantity} 条 × ${days} 天${others}`
}
