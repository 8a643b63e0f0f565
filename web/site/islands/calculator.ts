import { paths } from '#contract/paths.ts'
import { priceOf } from '#contract/prices.ts'
import type { SiteAccessWay, SiteCatalogue, SiteRegion, SiteSku } from '#contract/site.ts'
import { buyPath } from '#web/data/buy-path.ts'
import { yuan } from '../../ui/format.ts'

interface Catalogue {
  catalogues: SiteCatalogue[]
  regions: SiteRegion[]
  accessWays: SiteAccessWay[]
}

/** Replaces the options of a select and keeps the selected one if it is still offered. */
function setOptions(select: HTMLSelectElement, choices: { value: string; label: string }[]): void {
  const before = select.value
  select.replaceChildren(...choices.map(({ value, label }) => new Option(label, value)))
  if (choices.some(choice => choice.value === before)) select.value = before
}

const byNumber =
  <Key extends string>(key: Key) =>
  (a: Record<Key, number | null>, b: Record<Key, number | null>) =>
    (a[key] ?? 0) - (b[key] ?? 0)

/** The buy page with the current selection. */
const orderPath = (sku: SiteSku | undefined, days: number, quantity: number | null) =>
  sku?.regionCode
    ? buyPath(paths.buyLines, {
        region: sku.regionCode,
        way: sku.accessWayCode,
        bandwidth: sku.bandwidth,
        days,
        quantity,
      })
    : buyPath(paths.buyHours, { days, quantity })

/**
 * Runs the price page's calculator. The options come from the catalogue in the document, and the amount is computed as
 * on the buy page.
 */
export function calculate(form: HTMLElement): void {
  const siteData = JSON.parse(document.getElementById('catalogue')?.textContent ?? 'null') as Catalogue | null
  if (!siteData) return
  const field = <Field extends Element>(name: string) => form.querySelector(`[name=${name}]`) as Field
  const select = (name: string) => field<HTMLSelectElement>(name)
  const part = (name: string) => form.querySelector<HTMLElement>(`[data-${name}]`)
  const quantity = field<HTMLInputElement>('quantity')

  const selectedCatalogue = () =>
    siteData.catalogues.find(each => each.code === select('catalogue').value) ?? siteData.catalogues[0]
  const skusOf = (catalogue: SiteCatalogue) => catalogue.goods.flatMap(goods => goods.skus)

  function refill(): void {
    const catalogue = selectedCatalogue()
    if (!catalogue) return
    const skus = skusOf(catalogue)
    const isLine = skus.some(sku => sku.regionCode)
    for (const label of form.querySelectorAll<HTMLElement>('[data-for-lines]')) label.hidden = !isLine
    const sold = siteData?.regions.filter(region => skus.some(sku => sku.regionCode === region.code)) ?? []
    setOptions(
      select('region'),
      sold.map(region => ({ value: region.code, label: `${region.country} · ${region.city}` })),
    )
    const here = skus.filter(sku => sku.regionCode === select('region').value).sort(byNumber('bandwidth'))
    setOptions(
      select('bandwidth'),
      here.map(sku => ({ value: String(sku.bandwidth), label: sku.bandwidth ? `${sku.bandwidth} Mbps` : '标准' })),
    )
    setOptions(
      select('days'),
      [...catalogue.packages].sort(byNumber('days')).map(({ days, discountPercent }) => ({
        value: String(days),
        label: discountPercent ? `${days} 天（优惠 ${discountPercent}%）` : `${days} 天`,
      })),
    )
    show(catalogue, isLine ? here.find(sku => String(sku.bandwidth) === select('bandwidth').value) : skus[0], isLine)
  }

  function show(catalogue: SiteCatalogue, sku: SiteSku | undefined, isLine: boolean): void {
    const count = Number(quantity.value)
    const valid = Number.isInteger(count) && count >= 1 && count <= 9999
    quantity.toggleAttribute('aria-invalid', false)
    if (!valid) quantity.setAttribute('aria-invalid', 'true')
    const days = Number(select('days').value) || 30
    const discount = catalogue.packages.find(each => each.days === days)?.discountPercent ?? 0
    const [total, steps, label] = [part('total'), part('steps'), part('quantity-label')]
    const order = form.querySelector<HTMLAnchorElement>('[data-order]')
    if (order) order.href = orderPath(sku, days, valid ? count : null)
    if (label) label.textContent = isLine ? '线路条数' : '人数'
    if (!total || !steps) return
    if (!sku || !valid) {
      total.textContent = '—'
      steps.textContent = valid ? '' : '数量须为 1 到 9999 的整数'
      return
    }
    const { list, payable } = priceOf({ price: sku.price, days, discountPercent: discount, quantity: count })
    total.textContent = yuan(payable)
    steps.textContent = [
      `${yuan(sku.price)} × ${count} ${isLine ? '条' : '人'} × ${days} 天`,
      discount ? `套餐优惠 −${yuan(list - payable)}` : '',
    ]
      .filter(Boolean)
      .join('\n')
  }

  form.addEventListener('input', refill)
  refill()
  // The map's cities lead here. A city that the chosen goods don't reach is left out of the options, so it changes nothing.
  const region = new URLSearchParams(location.search).get('region')
  if (!region || ![...select('region').options].some(option => option.value === region)) return
  select('region').value = region
  refill()
}
