import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { type Answers, expectEnabled, openPage, refuse } from '#web/testing/open-page.tsx'
import { readBasket } from './basket.ts'

const [category_id, region_id, access_way_id] = [newId(), newId(), newId()]
const line = { region_id, access_way_id, bandwidth: 5, price: 26_000, stock: 2 }
const madrid = { region_id, code: 'es-madrid', country: '西班牙', city: '马德里', continent: '欧洲' }
const offers = <Sku, Region>(skus: Sku[], regions: Region[]) => ({
  categories: [{ category_id, name: '虚拟专线', goods: [{ category_id, product: 'line' as const, skus }] }],
  packages: [{ category_id, days: 30 }],
  regions,
  access_ways: [{ access_way_id, code: 'datacenter-native', name: '数据中心原生 IP' }],
})
const linesOnSale: Answers = {
  getOffers: offers([line], [madrid]),
  quoteOrder: { payable: 26_000 },
}

test('a settled city takes one line and what is next has the focus; the arrow keys only look at cities', async () => {
  const [milan, second] = [newId(), newId()]
  const { user } = openPage('/control/buyvirtual', {
    ...linesOnSale,
    getOffers: offers(
      [line, { ...line, sku_id: second, region_id: milan }],
      [madrid, { region_id: milan, code: 'it-milan', country: '意大利', city: '米兰', continent: '欧洲' }],
    ),
  })
  const way = () => screen.getByRole('radio', { name: /数据中心原生 IP/ })
  await user.click(await screen.findByRole('radio', { name: /马德里/ }))
  expect(screen.queryByRole('radio', { name: /米兰/ })).toBeNull()
  expect(document.activeElement).toBe(way())
  await user.click(screen.getByRole('button', { name: '换个城市' }))
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: /马德里/ }))
  await user.keyboard('{ArrowDown}')
  expect(new URLSearchParams(location.search).get('region')).toBe('it-milan')
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: /米兰/ }))
  await user.keyboard('{Enter}')
  expect(screen.queryByRole('radio', { name: /米兰/ })).toBeNull()
  expect(document.activeElement).toBe(way())
})

test('when the stock became too small the order is refused with a message', async () => {
  const { user, calls } = openPage('/control/buyvirtual?region=es-madrid&quantity=1', {
    ...linesOnSale,
    createOrder: refuse(-49006, '库存不足，请减少数量或更换地区，剩余：', 0),
  })
  const submit = await screen.findByRole('button', { name: '提交订单' })
  await expectEnabled(submit)
  const requested = calls('getOffers').length
  await user.click(submit)
  expect((await screen.findByRole('alert')).textContent).toContain('剩余：0')
  expect(location.pathname).toBe('/control/buyvirtual')
  // The offers are reloaded.
  await expect.poll(() => calls('getOffers').length).toBeGreaterThan(requested)
})

test('renewing lines that do not exist is refused with a message', async () => {
  openPage(`/control/buyvirtual?renew=${newId()}`, { quoteOrder: refuse(-52001, '专线不存在') })
  await screen.findByRole('heading', { name: '这条专线不能续费' })
})

test('a line that is taken out of a renewal leaves the chosen end to the others, and the focus beside it', async () => {
  const lines = [newId(), newId(), newId()].map((svp_id, at) => ({ svp_id, line_name: `东京${at + 1}号` }))
  const [first, second, third] = lines.map(({ svp_id }) => svp_id)
  const { user, calls } = openPage(`/control/buyvirtual?renew=${[first, second, third].join(',')}`, {
    quoteOrder: input => ({
      payable: 100,
      items: lines.filter(({ svp_id }) => 'svp_ids' in input && input.svp_ids?.includes(svp_id)),
    }),
  })
  await user.click(await screen.findByText('统一到期日'))
  await user.click(screen.getByRole('textbox', { name: '统一到期日' }))
  await user.click(await screen.findByText('一年后'))
  const lastQuote = () => calls('quoteOrder').at(-1)
  await expect.poll(lastQuote).toMatchObject({ until: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
  const { until } = lastQuote() as { until?: string }
  await user.click(await screen.findByRole('button', { name: '不续费 东京2号' }))
  expect(screen.queryByRole('heading', { name: '东京2号' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '不续费 东京3号' }))
  await expect.poll(lastQuote).toMatchObject({ svp_ids: [first, third], until })
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('region', { name: '续费的专线' }))
  await expect.poll(lastQuote).toMatchObject({ svp_ids: [first], until })
})

test('all lines in a state are renewed at once but for suspended ones, and Ctrl-Enter orders from anywhere', async () => {
  const [one, other] = [newId(), newId()]
  const { user, calls } = openPage('/control/buyvirtual?renew=expiring', {
    quoteOrder: { payable: 26_000 },
    getCompanyVplList: {
      list: [
        { svp_id: one, state: 'expiring' },
        { svp_id: other, state: 'suspended' },
      ],
    },
  })
  await expect.poll(() => calls('quoteOrder')).toMatchObject([{ kind: 'renewal', svp_ids: [one] }])
  await screen.findByText('1 条已暂停或已释放，不能续费，没有列入')
  expect(calls('getCompanyVplList')).toMatchObject([{ state: 'expiring', order: 'ends' }])
  await expectEnabled(await screen.findByRole('button', { name: '提交订单' }))
  await user.keyboard('{Control>}{Enter}{/Control}')
  await expect.poll(() => calls('createOrder')).toMatchObject([{ kind: 'renewal', svp_ids: [one] }])
})

test('more lines than a list answers at once are renewed as far as an order goes, and the rest is told', async () => {
  const lines = Array.from({ length: 230 }, () => ({ svp_id: newId(), state: 'expiring' as const }))
  const { calls } = openPage('/control/buyvirtual?renew=expiring', {
    getCompanyVplList: ({ page = 1, page_size = 20 }) => ({
      list: lines.slice((page - 1) * page_size, page * page_size),
      total: lines.length,
    }),
  })
  await screen.findByText('一次最多续费 200 条，到期更晚的 30 条请下单之后再续')
  const svp_ids = lines.slice(0, 200).map(({ svp_id }) => svp_id)
  await expect.poll(() => calls('quoteOrder')).toMatchObject([{ svp_ids }])
})

test('a renewal without lines links to buying new ones', async () => {
  const { user } = openPage('/control/buyvirtual?renew=abc', linesOnSale)
  await screen.findByRole('heading', { name: '没有选择专线' })
  await user.click(screen.getByRole('link', { name: '购买新的专线' }))
  await screen.findByRole('heading', { level: 1, name: '购买虚拟专线' })
})

test('a line gets name, address and group in the order; a taken address is refused at its field', async () => {
  const [group_id, ip_id, other] = [newId(), newId(), newId()]
  let taken = true
  const { user, calls } = openPage('/control/buyvirtual?region=es-madrid&quantity=2', {
    ...linesOnSale,
    getVplGroupList: { list: [{ group_id, name: '西班牙店铺' }] },
    getCompanyVplList: { list: [{ name: '马德里二号' }, { name: '马德里二号备用' }], total: 2 },
    getOfferedIpList: {
      list: [
        { ip_id, address: '198.18.1.1' },
        { ip_id: other, address: '198.18.1.2' },
      ],
      total: 2,
    },
    createOrder: () => (taken ? refuse(-59740, '该地址已被占用或不在所购的地区，请另选一个', 2) : {}),
  })
  await user.click(await screen.findByRole('button', { name: '现在就选' }))
  const row = await screen.findByRole('group', { name: /第 2 条/ })
  await user.type(within(row).getByLabelText('名称'), '马德里二号')
  await within(row).findByText('已有一条专线用这个名称，换一个更容易分清')
  const choose = async (field: string, option: RegExp) => {
    await user.click(within(row).getByLabelText(field))
    const [found] = await screen.findAllByTitle(option)
    await user.click(found ?? expect.unreachable())
  }
  await choose('地址', /198\.18\.1\.1/)
  await choose('专线组', /西班牙店铺/)
  const submit = screen.getByRole('button', { name: '提交订单' })
  await expectEnabled(submit)
  await user.click(submit)
  expect(within(row).getByRole('alert').textContent).toContain('已被占用')
  taken = false
  await choose('地址', /198\.18\.1\.2/)
  await user.click(submit)
  await expect
    .poll(() => calls('createOrder').map(({ line_wishes }) => line_wishes))
    .toEqual([
      [{ position: 2, name: '马德里二号', ip_id, group_id }],
      [{ position: 2, name: '马德里二号', ip_id: other, group_id }],
    ])
})

test('a day before the end of a line is refused once, at the day, and the lines stay to take one out', async () => {
  const [near, far] = [newId(), newId()]
  const item = { amount: 16_800, old_ends_at: '2126-03-27T14:00:00.000Z' }
  const { user } = openPage(`/control/buyvirtual?renew=${near},${far}`, {
    quoteOrder: ({ until, svp_ids = [] }) =>
      until && svp_ids.includes(far)
        ? refuse(-49005, '续费后的到期日须晚于现在的到期日')
        : {
            payable: 16_800,
            items: svp_ids.map(svp_id => ({ ...item, svp_id, line_name: svp_id === far ? '东京-远' : '东京-近' })),
          },
    getUsableCoupon: ({ until }) => (until ? refuse(-49005, '续费后的到期日须晚于现在的到期日') : { list: [] }),
  })
  const renewed = within(await screen.findByRole('region', { name: /续费的专线/ }))
  await renewed.findByText('东京-远')
  await user.click(screen.getByText('统一到期日'))
  // The calendar offers only days after the last end; a link may name an earlier one.
  await user.click(await screen.findByPlaceholderText('当日结束时到期'))
  expect(screen.queryByText('下月底')).toBeNull()
  history.pushState(null, '', `${location.pathname}?renew=${near},${far}&by=until&until=2126-03-01`)
  dispatchEvent(new PopStateEvent('popstate'))
  const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
  await expect.poll(alerts).toEqual(['续费后的到期日须晚于现在的到期日'])
  expect(screen.queryByRole('button', { name: /重试|重新报价/ })).toBeNull()
  await user.click(renewed.getByRole('button', { name: '不续费 东京-远' }))
  await within(screen.getByRole('region', { name: '本次订单' })).findByText('¥168.00')
})

test('the lines that are renewed stay in sight while the common day is still to be chosen', async () => {
  const svp_id = newId()
  const { user } = openPage(`/control/buyvirtual?renew=${svp_id}`, {
    quoteOrder: { payable: 16_800, items: [{ svp_id, name: '东京-01', amount: 16_800 }] },
  })
  await screen.findByRole('heading', { name: /续费的专线/ })
  await user.click(screen.getByText('统一到期日'))
  await within(screen.getByRole('region', { name: '本次订单' })).findByText('请选择到期日')
  const renewed = within(screen.getByRole('region', { name: /续费的专线/ }))
  renewed.getByText('东京-01')
  // What another number of days would cost is not the price of the day that is still to be chosen.
  expect(renewed.queryByText('¥168.00')).toBeNull()
})

test('a quantity in the basket can be emptied and typed anew, and meanwhile nothing is ordered', async () => {
  const { user, calls } = openPage('/control/buyvirtual?region=es-madrid&quantity=1', {
    ...linesOnSale,
    getOffers: {
      ...offers([{ ...line, stock: 50 }], [madrid]),
      packages: [30, 90].map(days => ({ category_id, days, package_type_id: newId() })),
    },
  })
  await user.click(await screen.findByRole('button', { name: /加入清单$/ }))
  const basket = within(await screen.findByRole('region', { name: '清单' }))
  const quantity = await basket.findByRole<HTMLInputElement>('spinbutton', { name: /30 天的数量$/ })
  const submit = screen.getByRole<HTMLButtonElement>('button', { name: '提交订单' })
  await expectEnabled(submit)
  await user.type(quantity, '{End}{Backspace}')
  expect(quantity.value).toBe('')
  basket.getByText('请填写数量，为大于 0 的整数')
  expect(submit.disabled).toBe(true)
  // A reload in between loses no item of the basket.
  expect(readBasket()).toMatchObject([{ quantity: 0 }])
  await user.type(quantity, '5')
  expect(quantity.value).toBe('5')
  await expect.poll(() => calls('quoteOrder').at(-1)).toMatchObject({ items: [{ quantity: 5 }] })
  await user.click(screen.getByRole('radio', { name: /90 天/ }))
  await user.click(screen.getByRole('button', { name: /加入清单$/ }))
  // The item disappears with its button, and keyboard users go on beside it.
  await user.click(await basket.findByRole('button', { name: /^移除 .* 30 天$/ }))
  expect(document.activeElement).toBe(basket.getByRole('button', { name: /^移除 .* 90 天$/ }))
  const choice = () => screen.getAllByRole('radio', { name: /可售/ }).find(radio => (radio as HTMLInputElement).checked)
  await user.click(basket.getByRole('button', { name: '清空' }))
  expect(document.activeElement).toBe(choice())
  expect(screen.queryByRole('region', { name: '清单' })).toBeNull()
  await user.click(screen.getByRole('button', { name: /加入清单$/ }))
  await user.click(await screen.findByRole('button', { name: /^移除 / }))
  expect(document.activeElement).toBe(choice())
})
