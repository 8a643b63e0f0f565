import { screen, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { entryAt } from '#web/console/menu.tsx'
import { expectEnabled, lost, openPage, refuse } from '#web/testing/open-page.tsx'
import { lazyPage } from '#web/ui/lazy-page.ts'
import { hoursOnSale } from './buying.fixture.ts'

const card = () => screen.getByRole('region', { name: '本次订单' })
// While the button is busy, antd prepends a loading label to its name.
const submit = () => screen.findByRole('button', { name: /提交订单$/ })
const people = () => screen.getByRole('spinbutton', { name: '购买人数' })

test('nothing can be ordered without a quantity', async () => {
  const { user, calls } = openPage('/control/employeehouers', hoursOnSale)
  await expectEnabled(await submit())
  // A text that is not a whole number counts as empty; its sign or fraction must not be dropped.
  for (const typed of ['', '-3']) {
    await user.clear(people())
    if (typed) await user.type(people(), typed)
    await within(card()).findByText(/^请填写购买人数/)
    expect(screen.getByRole('alert').textContent).toMatch(/^请填写购买人数/)
    await expectEnabled(await submit(), false)
  }
  await user.click(await submit())
  expect(calls('createOrder')).toEqual([])
})

test('a quantity beyond the order limit is kept and refused at the field, and nothing can be ordered', async () => {
  const { user } = openPage('/control/employeehouers?quantity=3', hoursOnSale)
  await expectEnabled(await submit())
  expect(screen.getAllByRole('button', { name: '增加' })).toHaveLength(1)
  expect(screen.queryByRole('button', { name: / Value$/ })).toBeNull()
  for (const typed of ['10001', '99999999']) {
    await user.clear(people())
    await user.type(people(), typed)
    expect((await screen.findByRole('alert')).textContent).toBe('一次最多购买 10,000 人')
    await expectEnabled(await submit(), false)
    await user.tab()
    expect(people()).toHaveProperty('value', typed)
  }
  await user.clear(people())
  await user.type(people(), '0')
  await within(card()).findByText(/^请填写购买人数/)
  await user.clear(people())
  await user.type(people(), '10')
  await expectEnabled(await submit())
  expect(card().textContent).toContain('× 10 人')
})

test('resubmitting after a lost response repeats the same order', async () => {
  const { user, calls, answers } = openPage('/control/employeehouers?quantity=3', { ...hoursOnSale, createOrder: lost })
  await expectEnabled(await submit())
  await user.click(await submit())
  expect((await screen.findByRole('alert')).textContent).toContain('再次提交不会重复下单')
  answers.createOrder = {}
  await user.click(await submit())
  await expect.poll(() => location.pathname).toBe('/control/cashier')
  const [first, second, ...more] = calls('createOrder')
  expect(first).toMatchObject({ items: [{ quantity: 3 }], payable: 17_400, request_key: expect.any(String) })
  expect(second).toEqual(first)
  expect(more).toEqual([])
})

test('who has gone to another page when the order is placed stays there and is told', async () => {
  const { promise, resolve } = Promise.withResolvers<object>()
  const { user, calls } = openPage('/control/employeehouers', { ...hoursOnSale, createOrder: () => promise })
  await expectEnabled(await submit())
  await user.click(await submit())
  await expect.poll(() => calls('createOrder')).toHaveLength(1)
  const [link] = screen.getAllByRole('link', { name: '部门' })
  if (link) await user.click(link)
  await screen.findByRole('heading', { name: '部门' })
  resolve({})
  await screen.findByText('订单已提交，请在订单记录里支付')
  expect(location.pathname).toBe('/control/departmentgroup')
})

test('a price that changed meanwhile must be confirmed before the order is placed', async () => {
  const { user, calls, answers } = openPage('/control/employeehouers?quantity=2', {
    ...hoursOnSale,
    quoteOrder: { payable: 11_500 },
    createOrder: ({ payable }) => (payable === 11_600 ? {} : refuse(-49008, '价格已变化')),
  })
  await submit()
  await within(card()).findByText('¥115.00')
  answers.quoteOrder = { payable: 11_600 }
  await user.click(await submit())
  const dialog = await screen.findByRole('dialog', { name: '价格已更新' })
  expect(dialog.textContent).toContain('应付由 ¥115.00 变为 ¥116.00')
  expect(location.pathname).toBe('/control/employeehouers')
  await user.click(within(dialog).getByRole('button', { name: '按 ¥116.00 下单' }))
  await expect.poll(() => location.pathname).toBe('/control/cashier')
  expect(calls('createOrder').map(({ payable }) => payable)).toEqual([11_500, 11_600])
})

test.each([
  ['the palette', '{Control>}k{/Control}', '搜索与命令'],
  ['the table of keys', '?', '键盘'],
])('Ctrl-Enter orders nothing behind %s', async (_, keys, name) => {
  const { user, calls } = openPage('/control/employeehouers?quantity=3', hoursOnSale)
  await expectEnabled(await submit())
  await user.keyboard(keys)
  await screen.findByRole('dialog', { name })
  await user.keyboard('{Control>}{Enter}{/Control}')
  await new Promise(done => setTimeout(done))
  expect(calls('createOrder')).toEqual([])
  expect(location.pathname).toBe('/control/employeehouers')
})

const Arrived = () => '收银台来了'

test('while the scripts of the cashier are still coming, nothing can be ordered a second time', async () => {
  const entry = entryAt('/control/cashier')
  if (!entry) throw new Error('no cashier')
  const { Page } = entry
  onTestFinished(() => void Object.assign(entry, { Page }))
  const { promise, resolve } = Promise.withResolvers<{ Arrived: () => string }>()
  entry.Page = lazyPage(() => promise, 'Arrived')
  const { user, calls } = openPage('/control/employeehouers?quantity=3', hoursOnSale)
  await expectEnabled(await submit())
  await user.click(await submit())
  await expect.poll(() => location.pathname).toBe('/control/cashier')
  await user.click(await submit())
  await user.keyboard('{Control>}{Enter}{/Control}')
  // A change of the selection meanwhile does not lead back here either.
  await user.click(screen.getByRole('button', { name: '增加' }))
  expect(location.pathname).toBe('/control/cashier')
  resolve({ Arrived })
  await screen.findByText('收银台来了')
  expect(calls('createOrder')).toHaveLength(1)
})

test('Back from the cashier does not lead to the choice that has been ordered', async () => {
  const { user } = openPage('/control/employeehouers?quantity=3', hoursOnSale)
  await expectEnabled(await submit())
  const before = history.length
  await user.click(await submit())
  await expect.poll(() => location.pathname).toBe('/control/cashier')
  expect(history.length).toBe(before)
})

test('an unusable coupon says why', async () => {
  const { user } = openPage('/control/employeehouers', {
    ...hoursOnSale,
    getUsableCoupon: { list: [{ name: '满千减百', threshold: 100_000, amount: 10_000, reason: '还差¥942.00' }] },
  })
  const coupons = await screen.findByRole('region', { name: '优惠券' })
  await user.click(await within(coupons).findByText('1 张暂不可用'))
  expect(within(coupons).getByRole('listitem').textContent).toMatch(/满千减百.*还差¥942\.00/)
})
