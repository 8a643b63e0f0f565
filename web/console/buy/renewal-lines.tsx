import { CloseOutlined } from '@ant-design/icons'
import { useRef } from 'react'
import type { OutputOf } from '#contract/index.ts'
import { Button } from '#web/ui/button.tsx'
import { count, dateTime, yuan } from '#web/ui/format.ts'

type Item = OutputOf<'quoteOrder'>['items'][number]

interface RenewalLinesProps {
  items: readonly Item[]
  loading: boolean
  /** False while nothing is chosen to which they could be renewed. */
  priced: boolean
  remove: (svpId: string) => void
}

/** Each line with its present and new end, the added days and their price. */
export function RenewalLines({ items, loading, priced, remove }: RenewalLinesProps) {
  const section = useRef<HTMLElement>(null)
  /** The line disappears together with its button, so the focus moves to the next one; the last line has no button. */
  function takeOut(button: HTMLElement, svpId: string): void {
    const row = button.closest('li')
    const next = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector('button')
    ;(items.length > 2 && next ? next : section.current)?.focus()
    remove(svpId)
  }
  return (
    <section ref={section} tabIndex={-1} className="sheet" aria-labelledby="renewed-title" aria-busy={loading}>
      <div className="sheet-head">
        <h2 id="renewed-title">续费的专线</h2>
        <span className="quiet">{count(items.length)} 条</span>
      </div>
      <ul className="lines renewed">
        {items.map(item => (
          <li className="line" key={item.svp_id ?? item.sku_id}>
            <div>
              <h3>{item.line_name ?? item.name}</h3>
              <p className="figures">
                {[item.region_name, item.access_way_name, item.bandwidth && `${item.bandwidth} Mbps`]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <p className="renew-ends figures">
              {item.old_ends_at && <span className="renew-old">{dateTime(item.old_ends_at)} → </span>}
              {priced && item.new_ends_at && <b>{dateTime(item.new_ends_at)}</b>}
              {priced && (
                <span className="renew-span">
                  共 {count(item.days)} 天{item.discount_percent > 0 && ` · 优惠 ${item.discount_percent}%`}
                </span>
              )}
            </p>
            <b className="basket-sum">{priced ? yuan(item.amount) : '–'}</b>
            {items.length > 1 && item.svp_id && (
              <Button
                look="text"
                icon={<CloseOutlined />}
                aria-label={`不续费 ${item.line_name ?? item.name}`}
                onClick={({ currentTarget }) => item.svp_id && takeOut(currentTarget, item.svp_id)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
