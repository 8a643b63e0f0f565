import { expect, test } from 'vitest'
import { itemsPerOrder, linesPerOrder } from '#contract/shop.ts'
import {
  added,
  type BasketItem,
  basketOf,
  quantityOf,
  roomFor,
  savedItemsOf,
  whyNotAdded,
  whyNotOrdered,
} from './basket.ts'
import { chosenLine, type Line, productsOf, stockOf } from './offers.ts'
import { matchingPlaces, placesOf, placeTree } from './places.ts'

const regions = [
  { code: 'us-los-angeles', country: '美国', city: '洛杉矶', continent: '北美洲' },
  { code: 'us-new-york', country: '美国', city: '纽约', continent: '北美洲' },
  { code: 'jp-tokyo', country: '日本', city: '东京', continent: '亚洲' },
].map(region => ({ region_id: `region ${region.code}`, latitude: 0, longitude: 0, ...region }))
const [la, ny, tokyo] = regions as [(typeof regions)[0], (typeof regions)[0], (typeof regions)[0]]
const ways = ['datacenter', 'residential'].map(code => ({ access_way_id: `way ${code}`, code, name: code, about: '' }))
const [datacenter, residential] = ways as [(typeof ways)[0], (typeof ways)[0]]
const packages = [30, 90].map(days => ({ package_type_id: `${days}`, days, discount_percent: days === 90 ? 5 : 0 }))
const [month, quarter] = packages as [(typeof packages)[0], (typeof packages)[0]]

function line(region: Line['region'], way: Line['way'], bandwidth: number, stock: number, price = 10_000): Line {
  const sku = {
    sku_id: `${region.code} ${way.code} ${bandwidth}`,
    goods_id: '',
    region_id: region.region_id,
    region_name: region.city,
    access_way_id: way.access_way_id,
    access_way_name: way.name,
    bandwidth,
    price,
    list_price: price,
    stock,
  }
  return { sku, region, way, bandwidth, packages }
}
const narrow = line(la, datacenter, 5, 8)
const wide = line(la, datacenter, 10, 8, 16_000)
const home = line(la, residential, 5, 3, 17_000)
const east = line(ny, datacenter, 5, 0)
const lines = [narrow, wide, home, east]
const item = (of: Line, quantity: number, pack = month): BasketItem => ({ line: of, pack, quantity })

test('a line with the same package is merged into one item, with another it becomes a second', () => {
  const items = added(added(added([], item(narrow, 2)), item(narrow, 1)), item(narrow, 1, quarter))
  expect(items.map(({ quantity }) => quantity)).toEqual([3, 1])
})

test('lines of one region and access way share stock, whatever their bandwidth or package', () => {
  const items = [item(narrow, 3), item(wide, 2, quarter)]
  expect(roomFor(items, narrow)).toBe(3)
  expect(roomFor(items, wide)).toBe(3)
  expect(roomFor(items, home)).toBe(3)
  expect(whyNotAdded(items, item(wide, 3))).toBe('')
  expect(whyNotAdded(items, item(wide, 4))).toBe('库存不足，最多还可以加 3 条')
  expect(whyNotAdded([], item(east, 1))).toMatch(/^暂时售罄/)
})

test('an item’s own quantity does not reduce the stock available to it', () => {
  const own = item(narrow, 5)
  expect(roomFor([own, item(wide, 2)], narrow, own)).toBe(6)
})

test('an item beyond the stock or the order limit shows how many are possible', () => {
  const own = item(narrow, 6)
  expect(whyNotOrdered([own, item(wide, 2)], own)).toBe('')
  const more = item(narrow, 7)
  expect(whyNotOrdered([more, item(wide, 2)], more)).toBe('库存只剩 6 条，请减少数量或移除')
  const all = item(line(tokyo, datacenter, 5, 500), linesPerOrder + 1)
  expect(whyNotOrdered([all], all)).toBe(`一个订单最多 ${linesPerOrder} 条专线`)
})

test('an order is limited in lines and in kinds', () => {
  const plenty = Array.from({ length: itemsPerOrder }, (_, index) => item(line(tokyo, datacenter, index + 1, 500), 1))
  expect(whyNotAdded(plenty, item(narrow, 1))).toMatch(/^一个订单最多 20 种/)
  // A larger quantity of an item adds no further kind.
  expect(whyNotAdded(plenty, item(plenty[0]?.line ?? narrow, 1))).toBe('')
  const many = [item(line(tokyo, datacenter, 5, 500), linesPerOrder - 1)]
  expect(whyNotAdded(many, item(narrow, 1))).toBe('')
  expect(whyNotAdded(many, item(narrow, 2))).toBe(`一个订单最多 ${linesPerOrder} 条专线`)
})

test('only ids are stored, and goods no longer sold are omitted', () => {
  const kept = savedItemsOf([item(narrow, 2), item(home, 1, quarter)])
  expect(JSON.stringify(kept)).not.toContain('price')
  expect(quantityOf(basketOf(kept, lines))).toBe(3)
  expect(basketOf(kept, [home]).map(each => each.line)).toEqual([home])
  expect(basketOf([{ sku_id: narrow.sku.sku_id, package_type_id: 'gone', quantity: 1 }], lines)).toEqual([])
})

test('the address preselects a line; the rest defaults to stock, smallest bandwidth, shortest package', () => {
  const at = (place: Parameters<typeof chosenLine>[2]) => chosenLine(lines, ways, place)
  expect(at({}).line).toBeUndefined()
  expect(at({ region: 'us-los-angeles' })).toMatchObject({ line: narrow, pack: month })
  expect(at({ region: 'us-los-angeles', way: 'residential', bandwidth: 10 }).line).toBe(home)
  expect(at({ region: 'us-los-angeles', bandwidth: 10, days: 90 })).toMatchObject({ line: wide, pack: quarter })
  expect(at({ region: 'us-los-angeles', days: 91 }).pack).toBe(month)
  expect(at({ region: 'nowhere' }).line).toBeUndefined()
  const soldOut = [line(la, datacenter, 5, 0), home]
  expect(chosenLine(soldOut, ways, { region: 'us-los-angeles' }).line).toBe(home)
})

test('a place tells its lowest price and counts each stock once', () => {
  expect(stockOf([narrow, wide, home])).toBe(11)
  const places = placesOf(lines, regions)
  expect(places.map(({ region, from, stock }) => [region.code, from, stock])).toEqual([
    ['us-los-angeles', 10_000, 11],
    ['us-new-york', 10_000, 0],
  ])
})

test.each([
  ['', 2],
  ['美国', 2],
  ['北美 纽约', 1],
  ['NEW york', 1],
  ['us-new', 1],
  ['东京', 0],
])('searching “%s” finds %i of the two places sold', (text, found) => {
  expect(matchingPlaces(placesOf(lines, regions), text)).toHaveLength(found)
})

test('places are grouped by continent and country', () => {
  const tree = placeTree(placesOf([...lines, line(tokyo, datacenter, 5, 1)], regions))
  expect(tree.map(({ continent, count }) => [continent, count])).toEqual([
    ['北美洲', 2],
    ['亚洲', 1],
  ])
  expect(tree[0]?.countries.map(({ country, cities }) => [country, cities.length])).toEqual([['美国', 2]])
})

test('a coupon’s categories tell which products it can buy', () => {
  const goods = (category_id: string, product: 'hours' | 'line') => ({
    category_id,
    product,
    goods_id: category_id,
    code: '',
    name: '',
    about: '',
    skus: [],
  })
  const shelves = [
    { name: '员工服务', children: [{ category_id: 'a', name: '员工时长' }], goods: [goods('a', 'hours')] },
    { name: '虚拟专线', children: [{ category_id: 'b', name: '企业专线' }], goods: [goods('b', 'line')] },
  ]
  expect([...productsOf(shelves, [])]).toEqual(['hours', 'line'])
  expect([...productsOf(shelves, ['员工服务'])]).toEqual(['hours'])
  expect([...productsOf(shelves, ['企业专线'])]).toEqual(['line'])
  expect([...productsOf(shelves, ['下架的'])]).toEqual([])
})

test('an item without a quantity says what it lacks', () => {
  const blank = item(narrow, 0)
  expect(whyNotOrdered([blank, item(wide, 2)], blank)).toBe('请填写数量，为大于 0 的整数')
})
