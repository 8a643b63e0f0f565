import { paths } from '#contract/paths.ts'
import type { SiteCatalogue, SitePage } from '#contract/site.ts'
import { yuan } from '#web/ui/format.ts'
import { accessWayAdvice } from '../access-ways.ts'
import { Calculator } from '../calculator.tsx'
import { Icon } from '../icons.tsx'
import { Copy, Pair } from '../parts.tsx'
import { fromPrices, type WayPrice, wayPrices } from '../prices.ts'

type Home = Extract<SitePage, { kind: 'home' }>

const span = (bandwidths: number[]) => {
  const [least, most] = [bandwidths[0], bandwidths.at(-1)]
  if (least === undefined || most === undefined) return '标准'
  return least === most ? `${least} Mbps` : `${least}–${most} Mbps`
}

const rows: { name: string; value: (each: WayPrice) => string | undefined }[] = [
  { name: '适合', value: ({ way }) => accessWayAdvice[way.code]?.suits ?? way.about },
  { name: '不适合', value: ({ way }) => accessWayAdvice[way.code]?.avoid },
  { name: '线路质量', value: ({ way }) => accessWayAdvice[way.code]?.quality },
  { name: '可选带宽', value: ({ bandwidths }) => span(bandwidths) },
  { name: '开放城市', value: ({ cities }) => `${cities} 座` },
]

function Comparison({ ways }: { ways: WayPrice[] }) {
  const shownRows = rows.filter(({ value }) => ways.some(each => value(each)))
  return (
    <ul className="ways">
      {ways.map(each => (
        <li key={each.way.code}>
          <h3>{each.way.name}</h3>
          <p className="from">
            <b>{yuan(each.price)}</b> <span className="keep">{each.soldOut ? '暂时售罄' : '起 / 每条 · 30 天'}</span>
          </p>
          <dl>
            {shownRows.map(({ name, value }) => (
              <div key={name} data-row={name}>
                <dt>{name}</dt>
                <dd>
                  <Copy>{value(each) ?? '请咨询客服'}</Copy>
                </dd>
              </div>
            ))}
          </dl>
          <a className="more-link" href={`${paths.product}#way-${each.way.code}`}>
            各城市价格
            <Icon name="arrow" />
          </a>
        </li>
      ))}
    </ul>
  )
}

const discounts = (catalogues: SiteCatalogue[]) =>
  Math.max(0, ...catalogues.flatMap(each => each.packages.map(({ discountPercent }) => discountPercent)))

export function Prices({ page }: { page: Home }) {
  const { catalogues, accessWays, regions } = page
  const ways = wayPrices(catalogues, accessWays)
  if (!ways.length) return null
  const { hours } = fromPrices(catalogues)
  const saved = discounts(catalogues)
  return (
    <section className="band" aria-labelledby="prices">
      <div className="wrap">
        <Pair id="prices" title="价格写在明处" english="Ways in, compared, with their prices">
          {`线路按条计价，员工按人计价${hours === undefined ? '' : `（每人 30 天 ${yuan(hours)} 起）`}。接入方式买定后不能更改，请先看清楚。`}
        </Pair>
        <Comparison ways={ways} />
        <h3 className="calculator-title">算一算您的团队</h3>
        <Calculator catalogues={catalogues} regions={regions} accessWays={accessWays} />
        {saved ? (
          <p className="fine">
            以上均为 30 天单价，没有划线价；长期套餐<span className="keep">最多优惠 {saved}%</span>
            ，下单前可再叠加一张优惠券。
          </p>
        ) : null}
      </div>
    </section>
  )
}
