import { paths } from '#contract/paths.ts'
import { priceOf } from '#contract/prices.ts'
import { buyPath } from '#web/data/buy-path.ts'
import { yuan } from '../../ui/format.ts'
import type { CalculatorData } from '../calculator-data.ts'

type Catalogue = CalculatorData['catalogues'][number]
type Sku = Catalogue['skus'][number]

/** Replaces the options of a select and keeps the selected one if it is still offered. */
function setOptions(select: HTMLSelectElement, choices: { value: string; label: string }[]): void {
  const before = select.value
  select.replaceChildren(
    ...choices.map(({ value, label: text }) => Object.assign(document.createElement('option'), { value, text })),
  )
  select.value = (choices.find(({ value }) => value === before) ?? choices[0])?.value ?? ''
}

/** Returns the choices of the goods (0: cities, 1: access ways), marking those where everything is sold out. */
const choicesOf = (names: [code: string, name: string][], skus: Sku[], place: 0 | 1) =>
  names.flatMap(([value, name]) => {
    const offered = skus.filter(sku => sku[place] === value)
    if (!offered.length) return []
    return [{ value, label: offered.every(([, , , , soldOut]) => soldOut) ? `${name}（暂时售罄）` : name }]
  })

/** The buy page with the current selection. */
const orderPath = ([region, way = null, bandwidth = null]: Sku | [], days: number, quantity: number | null) =>
  region
    ? buyPath(paths.buyLines, { region, way, bandwidth, days, quantity })
    : buyPath(paths.buyHours, { days, quantity })

/**
 * Runs the price page's calculator. The options come from the data in the document, and the amount is computed as
 * on the buy page.
 */
export function calculate(form: HTMLElement): void {
  const { catalogues, regions, ways } = JSON.parse(
    document.getElementById('calculator-data')?.textContent ?? '{"catalogues":[],"regions":[],"ways":[]}',
  ) as CalculatorData
  const field = <Field extends Element>(name: string) => form.querySelector(`[name=${name}]`) as Field
  const select = (name: string) => field<HTMLSelectElement>(name)
  const part = (name: string) => form.querySelector<HTMLElement>(`[data-${name}]`)
  const quantity = field<HTMLInputElement>('quantity')

  function refill(): void {
    const catalogue = catalogues.find(each => each.code === select('catalogue').value) ?? catalogues[0]
    if (!catalogue) return
    const { skus } = catalogue
    const isLine = skus.some(([region]) => region)
    for (const label of form.querySelectorAll<HTMLElement>('[data-for-lines]')) label.hidden = !isLine
    setOptions(select('region'), choicesOf(regions, skus, 0))
    const here = skus.filter(([region]) => region === select('region').value)
    setOptions(select('way'), choicesOf(ways, here, 1))
    // If all goods of a catalogue use one access way, the catalogue's name already includes it.
    const severalWays = new Set(skus.map(([, way]) => way)).size > 1
    for (const label of form.querySelectorAll<HTMLElement>('[data-for-ways]')) label.hidden = !(isLine && severalWays)
    const matching = here
      .filter(([, way]) => way === select('way').value)
      .sort(([, , one], [, , other]) => (one ?? 0) - (other ?? 0))
    setOptions(
      select('bandwidth'),
      matching.map(([, , bandwidth]) => ({
        value: String(bandwidth),
        label: bandwidth ? `${bandwidth} Mbps` : '标准',
      })),
    )
    setOptions(
      select('days'),
      [...catalogue.packages]
        .sort(([one], [other]) => one - other)
        .map(([days, discountPercent]) => ({
          value: String(days),
          label: discountPercent ? `${days} 天（优惠 ${discountPercent}%）` : `${days} 天`,
        })),
    )
    show(
      catalogue,
      isLine ? matching.find(([, , bandwidth]) => String(bandwidth) === select('bandwidth').value) : skus[0],
      isLine,
    )
  }

  function show(catalogue: Catalogue, sku: Sku | undefined, isLine: boolean): void {
    const count = Number(quantity.value)
    const valid = Number.isInteger(count) && count >= 1 && count <= 9999
    quantity.toggleAttribute('aria-invalid', false)
    if (!valid) quantity.setAttribute('aria-invalid', 'true')
    const days = Number(select('days').value) || 30
    const [, discount = 0] = catalogue.packages.find(([each]) => each === days) ?? []
    const [total, steps, label] = [part('total'), part('steps'), part('quantity-label')]
    const order = form.querySelector<HTMLAnchorElement>('[data-order]')
    if (order) order.href = orderPath(sku ?? [], days, valid ? count : null)
    if (label) label.textContent = isLine ? '线路条数' : '人数'
    if (!total || !steps) return
    if (!sku || !valid) {
      total.textContent = '—'
      steps.textContent = valid ? '' : '数量须为 1 到 9999 的整数'
      return
    }
    const price = sku[3]
    const { list, payable } = priceOf({ price, days, discountPercent: discount, quantity: count })
    total.textContent = yuan(payable)
    steps.textContent = [
      `${yuan(price)} × ${count} ${isLine ? '条' : '人'} × ${days} 天`,
      discount ? `套餐优惠 ${yuan(payable - list)}` : '',
    ]
      .filter(Boolean)
      .join('\n')
  }

  form.addEventListener('input', refill)
  refill()
  // The map's cities lead here, including those that only later goods in the list reach.
  const region = new URLSearchParams(location.search).get('region')
  const first = select('catalogue').value
  const [selling] = catalogues
    .filter(({ skus }) => region && skus.some(([at]) => at === region))
    .sort((one, other) => Number(other.code === first) - Number(one.code === first))
  if (!region || !selling) return
  select('catalogue').value = selling.code
  refill()
  select('region').value = region
  refill()
}
