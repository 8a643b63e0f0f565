import { paths, trialPath } from '#contract/paths.ts'
import type { SiteAccessWay, SiteCatalogue, SiteFrame, SitePage, SiteRegion, SiteSku } from '#contract/site.ts'
import { trialDays } from '#contract/trial-names.ts'
import { buyPath } from '#web/data/buy-path.ts'
import { yuan } from '../../ui/format.ts'
import { Calculator } from '../calculator.tsx'
import { Icon } from '../icons.tsx'
import { Copy, PageHead, Pair } from '../parts.tsx'
import { cheapest, isLine, lowestPrices, skusOf } from '../prices.ts'
import { priced } from '../structured.ts'

export const productMeta = (page: Extract<SitePage, { kind: 'product' }>, frame: SiteFrame) => ({
  title: '产品与价格',
  description: '员工时长与虚拟专线的价格：按国家/地区、接入方式、带宽与套餐时长列出，可直接试算。',
  keywords: '产品价格,虚拟专线价格,专属IP价格,员工时长',
  structured: priced(page, frame),
})

const fromOf = ({ bandwidth }: SiteSku) => (bandwidth ? `起 · ${bandwidth} Mbps` : '起')

function PriceTable(props: { lines: SiteCatalogue[]; regions: SiteRegion[]; accessWays: SiteAccessWay[] }) {
  const prices = lowestPrices(props.lines)
  const ways = props.accessWays.filter(way => props.regions.some(region => prices.has(`${region.code} ${way.code}`)))
  const regions = props.regions.filter(region => ways.some(way => prices.has(`${region.code} ${way.code}`)))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section className="table-frame" aria-label="线路价格表" tabIndex={0}>
      <table className="prices">
        <thead>
          <tr>
            <th scope="col" className="country">
              国家/地区
            </th>
            <th scope="col">城市</th>
            {ways.map(way => (
              <th scope="col" id={`way-${way.code}`} key={way.code}>
                {way.name}
              </th>
            ))}
          </tr>
        </thead>
        {[...Map.groupBy(regions, region => region.continent)].map(([continent, rows]) => (
          <tbody key={continent}>
            <tr className="continent">
              <th scope="rowgroup" colSpan={2 + ways.length}>
                {continent}
              </th>
            </tr>
            {rows.map(region => (
              <tr key={region.code}>
                <td className="country">{region.country}</td>
                <th scope="row">
                  {region.city}
                  <span className="country-below">{region.country}</span>
                </th>
                {ways.map(way => {
                  const cell = prices.get(`${region.code} ${way.code}`)
                  return (
                    <td key={way.code} className="price">
                      {cell ? (
                        <a
                          href={buyPath(paths.buyLines, { region: region.code, way: way.code })}
                          data-needs-login=""
                          data-sold-out={cell.soldOut ? '' : undefined}
                          aria-label={`${region.city} ${way.name} ${yuan(cell.price)}起${cell.bandwidth ? ` · ${cell.bandwidth} Mbps` : ''}，${cell.soldOut ? '暂时售罄' : '选购'}`}
                        >
                          <b>{yuan(cell.price)}</b>
                          <span>{cell.soldOut ? '暂时售罄' : fromOf(cell)}</span>
                        </a>
                      ) : (
                        <span className="none">暂未开放</span>
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  )
}

function Offer({ catalogue }: { catalogue: SiteCatalogue }) {
  const skus = skusOf(catalogue)
  const lowest = cheapest(skus)
  const line = isLine(catalogue)
  const saved = Math.max(0, ...catalogue.packages.map(each => each.discountPercent))
  return (
    <li>
      <h2>{catalogue.name}</h2>
      <p>
        <Copy>{catalogue.about || (catalogue.goods[0]?.about ?? '')}</Copy>
      </p>
      <p className="from">
        <b>{yuan(lowest?.price ?? 0)}</b>
        <span>{lowest?.soldOut ? '暂时售罄' : `起 / ${line ? '每条' : '每人'} · 30 天`}</span>
        {saved ? <span>长期套餐最多优惠 {saved}%</span> : null}
      </p>
      <a
        className="button wide"
        href={line ? buyPath(paths.buyLines, { way: skus[0]?.accessWayCode ?? null }) : buyPath(paths.buyHours, {})}
        data-needs-login=""
      >
        {line ? '选购线路' : '购买时长'}
      </a>
    </li>
  )
}

export function ProductPage({ page }: { page: Extract<SitePage, { kind: 'product' }> }) {
  const catalogues = page.catalogues.filter(each => each.goods.some(goods => goods.skus.length))
  const lines = catalogues.filter(isLine)
  return (
    <>
      <PageHead title="产品与价格" english="Plain prices, region by region">
        按需要购买员工时长与线路。登录后在控制台下单，套餐折扣之外可再用一张优惠券。
        <a className="keep" href={trialPath} data-needs-login>
          申请 {trialDays} 天试用
        </a>
      </PageHead>
      {catalogues.length ? (
        <>
          <section className="band tight">
            <div className="wrap">
              <ul className="cards offers">
                {catalogues.map(catalogue => (
                  <Offer key={catalogue.code} catalogue={catalogue} />
                ))}
              </ul>
            </div>
          </section>
          <section className="band soft" aria-labelledby="calculator">
            <div className="wrap">
              <Pair id="calculator" title="价格试算" english="Work it out" />
              <Calculator catalogues={catalogues} regions={page.regions} accessWays={page.accessWays} />
            </div>
          </section>
          {lines.length ? (
            <section className="band" aria-labelledby="price-table">
              <div className="wrap">
                <Pair id="price-table" title="各地区线路价格" english="Lines by region and access">
                  每条线路 30 天的起步价，都是实际售价，没有划线价；带宽越高价格越高，以试算和下单页为准。
                </Pair>
                <PriceTable lines={lines} regions={page.regions} accessWays={page.accessWays} />
              </div>
            </section>
          ) : null}
        </>
      ) : (
        <section className="band tight">
          <div className="wrap">
            <p className="empty">价格正在更新，请稍后再看，或联系客服报价。</p>
          </div>
        </section>
      )}
      <section className="band call">
        <div className="wrap">
          <h2>第一次购买？</h2>
          <p>
            <Copy>先看看产品包含什么，或按场景找到合适的搭配。</Copy>
          </p>
          <p className="actions">
            <a className="button" href={paths.details}>
              产品介绍
              <Icon name="arrow" />
            </a>
            <a className="button quiet" href={paths.scene}>
              应用场景
            </a>
          </p>
        </div>
      </section>
    </>
  )
}
