import { expect, onTestFinished, test } from 'vitest'
import type { CalculatorData } from '../calculator-data.ts'
import { calculate } from './calculator.ts'

const data: CalculatorData = {
  catalogues: [
    {
      code: 'mixed',
      skus: [
        ['tyo', 'dc', 5, 10_000],
        ['tyo', 'home', 5, 20_000],
        ['tyo', 'home', 10, 30_000],
        ['lax', 'home', 10, 40_000],
      ],
      packages: [[30, 0]],
    },
    { code: 'single', skus: [['tyo', 'dc', 5, 50_000]], packages: [[30, 0]] },
    { code: 'hours', skus: [[null, null, null, 5800]], packages: [[30, 0]] },
    {
      code: 'elsewhere',
      skus: [
        ['sin', 'dc', 5, 60_000, 1],
        ['par', 'dc', 5, 70_000],
        ['par', 'home', 5, 80_000, 1],
      ],
      packages: [[30, 0]],
    },
  ],
  regions: [
    ['tyo', '日本 东京'],
    ['lax', '美国 洛杉矶'],
    ['sin', '新加坡'],
    ['par', '法国 巴黎'],
  ],
  ways: [
    ['dc', '数据中心原生 IP'],
    ['home', '住宅原生 IP'],
  ],
}

/** The document's frame (calculator.tsx), which belongs to the server's pages. */
function opened() {
  const options = data.catalogues.map(({ code }) => `<option value="${code}">${code}</option>`)
  document.body.innerHTML = `
    <section>
      <select name="catalogue">${options.join('')}</select>
      <label data-for-lines hidden><select name="region"></select></label>
      <label data-for-ways hidden><select name="way"></select></label>
      <label data-for-lines hidden><select name="bandwidth"></select></label>
      <select name="days"></select><input name="quantity" value="1">
      <b data-total></b><span data-steps></span><a data-order></a>
    </section>
    <script id="calculator-data" type="application/json">${JSON.stringify(data)}</script>`
  const form = document.querySelector('section') ?? document.body
  const field = (name: string) => form.querySelector<HTMLSelectElement>(`select[name=${name}]`) as HTMLSelectElement
  calculate(form)
  return {
    choose(name: string, value: string) {
      field(name).value = value
      form.dispatchEvent(new Event('input'))
    },
    value: (name: string) => field(name).value,
    labels: (name: string) => [...field(name).options].map(({ text }) => text),
    hasWays: () => !form.querySelector<HTMLElement>('[data-for-ways]')?.hidden,
    total: () => form.querySelector('[data-total]')?.textContent,
    order: () => new URL(form.querySelector('a')?.href ?? '', 'https://www.example.com').searchParams.get('way'),
  }
}

test('goods that come several ways are chosen by the way, too, and the order goes on with it', () => {
  const { choose, labels, hasWays, total, order } = opened()
  expect([hasWays(), labels('way'), labels('bandwidth')]).toEqual([
    true,
    ['数据中心原生 IP', '住宅原生 IP'],
    ['5 Mbps'],
  ])
  expect([total(), order()]).toEqual(['¥100.00', 'dc'])
  choose('way', 'home')
  expect([labels('bandwidth'), total(), order()]).toEqual([['5 Mbps', '10 Mbps'], '¥200.00', 'home'])
  // Options that another city lacks are not offered there.
  choose('region', 'lax')
  expect([labels('way'), total()]).toEqual([['住宅原生 IP'], '¥400.00'])
})

test('goods that come one way, or none, ask for no way', () => {
  const { choose, hasWays, total } = opened()
  choose('catalogue', 'single')
  expect([hasWays(), total()]).toEqual([false, '¥500.00'])
  choose('catalogue', 'hours')
  expect([hasWays(), total()]).toEqual([false, '¥58.00'])
})

test('a city of the map that only other goods reach opens with those; what is sold out says so', () => {
  history.replaceState(null, '', '?region=par')
  onTestFinished(() => history.replaceState(null, '', '?'))
  const { value, labels, total } = opened()
  expect([value('catalogue'), value('region'), total()]).toEqual(['elsewhere', 'par', '¥700.00'])
  expect(labels('region')).toEqual(['新加坡（暂时售罄）', '法国 巴黎'])
  expect(labels('way')).toEqual(['数据中心原生 IP', '住宅原生 IP（暂时售罄）'])
})

test('a city that the first goods reach opens with them', () => {
  history.replaceState(null, '', '?region=lax')
  onTestFinished(() => history.replaceState(null, '', '?'))
  const { value } = opened()
  expect([value('catalogue'), value('region')]).toEqual(['mixed', 'lax'])
})
