import { paths } from '#contract/paths.ts'
import type { SiteAccessWay, SiteCatalogue, SiteRegion } from '#contract/site.ts'
import { calculatorData } from './calculator-data.ts'
import { Data } from './parts.tsx'

interface CalculatorProps {
  catalogues: SiteCatalogue[]
  regions: SiteRegion[]
  accessWays: SiteAccessWay[]
}

/**
 * The frame of the calculator. islands/calculator.ts fills in the options and the amount; without JavaScript the tables
 * below show every price.
 */
export function Calculator({ catalogues, regions, accessWays }: CalculatorProps) {
  // It starts with lines, because they have the most options.
  const start = catalogues.find(catalogue => catalogue.goods.some(goods => goods.skus.some(sku => sku.regionCode)))
  return (
    <section className="calculator" data-calculator aria-label="试算表">
      <div className="fields">
        <label>
          商品
          <select name="catalogue" defaultValue={start?.code}>
            {catalogues.map(catalogue => (
              <option key={catalogue.code} value={catalogue.code}>
                {catalogue.name}
              </option>
            ))}
          </select>
        </label>
        <label data-for-lines hidden>
          国家/地区与城市
          <select name="region" />
        </label>
        <label data-for-ways hidden>
          接入方式
          <select name="way" />
        </label>
        <label data-for-lines hidden>
          带宽
          <select name="bandwidth" />
        </label>
        <label>
          套餐时长
          <select name="days" />
        </label>
        <label>
          <span data-quantity-label>人数</span>
          <input name="quantity" type="number" inputMode="numeric" min={1} max={9999} defaultValue={1} required />
        </label>
      </div>
      <div className="sum">
        <noscript>试算需要启用浏览器的 JavaScript；各项标价见下表。</noscript>
        <output>
          <span className="sum-label">合计</span>
          <b data-total>¥0.00</b>
          <span data-steps />
        </output>
        <a className="button wide" href={paths.buyLines} data-needs-login="" data-order>
          按此配置下单
        </a>
      </div>
      <Data id="calculator-data" value={calculatorData(catalogues, regions, accessWays)} />
    </section>
  )
}
