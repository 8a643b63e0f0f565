import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { SiteFrame, SiteSku } from '#contract/site.ts'
import { cityOffers, fromPrices, wayPrices } from './prices.ts'
import { priced } from './structured.ts'
import { Cities } from './world.tsx'

const place = { city_latin: '', continent: '亚洲', latitude: 35, longitude: 139 }
const regions = [
  { ...place, code: 'tyo', country: '日本', city: '东京' },
  { ...place, code: 'osa', country: '日本', city: '大阪' },
  { ...place, code: 'sin', country: '新加坡', city: '新加坡' },
]
const accessWays = [{ code: 'dc', name: '数据中心原生 IP', about: '' }]

function pageOf(...skus: [region: string, price: number, soldOut?: true][]) {
  const each = skus.map(
    ([regionCode, price, soldOut = false]): SiteSku => ({
      regionCode,
      accessWayCode: 'dc',
      bandwidth: 5,
      price,
      soldOut,
    }),
  )
  const goods = [{ code: 'dc', name: '线路', about: '', skus: each }]
  return { regions, accessWays, catalogues: [{ code: 'line', name: '线路', about: '', goods, packages: [] }] }
}

const offerOf = (page: ReturnType<typeof pageOf>) => {
  const frame = { origin: 'https://www.example.com', settings: { brand: { name: '海易联' } } } as SiteFrame
  return (priced(page, frame)[0] as { offers: { lowPrice: string; availability: string } }).offers
}

test('the lowest prices are of what can be bought', () => {
  const page = pageOf(['tyo', 4000, true], ['osa', 6000])
  expect(fromPrices(page.catalogues).line).toBe(6000)
  expect(wayPrices(page.catalogues, accessWays)).toMatchObject([{ price: 6000, soldOut: false }])
  expect(offerOf(page)).toMatchObject({ lowPrice: '60.00', availability: 'https://schema.org/InStock' })
})

test('where all is sold out, no price promises anything', () => {
  const page = pageOf(['tyo', 4000, true])
  expect(fromPrices(page.catalogues).line).toBeUndefined()
  expect(wayPrices(page.catalogues, accessWays)).toMatchObject([{ price: 4000, soldOut: true }])
  expect(offerOf(page)).toMatchObject({ lowPrice: '40.00', availability: 'https://schema.org/OutOfStock' })
})

test('the map and its list mark what is sold out, and neither counts nor links a city where nothing is on sale', () => {
  const offers = cityOffers(pageOf(['tyo', 4000, true], ['osa', 6000]))
  const html = renderToStaticMarkup(<Cities offers={offers} accessWays={1} />)
  expect(html).toContain('2 座城市，')
  expect(html).toContain('1 个国家/地区')
  expect(html).toContain('aria-label="日本 东京，数据中心原生 IP 暂时售罄"')
  expect(html.match(/href="[^"]*region=[a-z]+/g)?.map(href => href.slice(-3))).toEqual(['tyo', 'osa', 'tyo', 'osa'])
  expect(html).not.toContain('¥40.00')
})
