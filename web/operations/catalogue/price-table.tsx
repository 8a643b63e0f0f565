import { yuan } from '#web/ui/format.ts'

export interface PriceLine {
  key: string
  name: string
  old_value: number
  new_value: number
  /** Null if the values are percentages off. */
  old_list_price: number | null
  new_list_price: number | null
}

const shown = (value: number, list: number | null) => (list === null ? `优惠 ${value}%` : yuan(value))

/** Formats the relative change of a price as +10.1 %; empty if it was free or does not change. */
function move({ old_value, new_value, old_list_price }: PriceLine): string {
  if (old_list_price === null || old_value === 0 || old_value === new_value) return ''
  const percent = Math.round(((new_value - old_value) / old_value) * 1000) / 10
  return `${percent > 0 ? '+' : ''}${percent}%`
}

/** A price that falls to less than half, or more than doubles, is more likely a typing error than intended. */
const isHalved = ({ old_value, new_value, old_list_price }: PriceLine) =>
  old_list_price !== null && new_value < old_value / 2
const isDoubled = ({ old_value, new_value, old_list_price }: PriceLine) =>
  old_list_price !== null && old_value > 0 && new_value > old_value * 2

/** Kept outside the table, whose rows scroll away. */
function Warning({ lines }: { lines: readonly PriceLine[] }) {
  const found = [
    { count: lines.filter(isHalved).length, what: '不到原来的一半' },
    { count: lines.filter(isDoubled).length, what: '超过原来的两倍' },
  ].filter(({ count }) => count)
  if (!found.length) return null
  return (
    <p className="name-differs" role="alert">
      {found.map(({ count, what }) => `${count} 个规格的价格${what}`).join('，')}，请核对是否写错。
    </p>
  )
}

/** Old and new prices line by line, for the requesting and for the confirming operator. */
export const PriceTable = ({ label, lines }: { label: string; lines: readonly PriceLine[] }) => (
  <>
    <Warning lines={lines} />
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
    <section className="price-table" tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">规格</th>
            <th scope="col">原来</th>
            <th scope="col">调整后</th>
            <th scope="col">划线价</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(line => (
            <tr key={line.key}>
              <th scope="row">{line.name}</th>
              <td>{shown(line.old_value, line.old_list_price)}</td>
              <td>
                {line.new_value === line.old_value ? (
                  <span className="quiet">不变</span>
                ) : (
                  <>
                    <b>{shown(line.new_value, line.new_list_price)}</b> <span className="quiet">{move(line)}</span>
                  </>
                )}
              </td>
              <td>
                {line.new_list_price === null
                  ? '—'
                  : line.new_list_price === line.old_list_price
                    ? yuan(line.new_list_price)
                    : `${yuan(line.old_list_price ?? 0)} → ${yuan(line.new_list_price)}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  </>
)
