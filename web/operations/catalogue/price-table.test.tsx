import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PriceTable } from './price-table.tsx'

const line = (key: string, old_value: number, new_value: number) => ({
  ...{ key, name: key, old_value, new_value },
  ...{ old_list_price: 40_000, new_list_price: 40_000 },
})

test.each([
  [[9_899, 20_000], '1 个规格的价格不到原来的一半，请核对是否写错。'],
  [[39_601, 198_000], '2 个规格的价格超过原来的两倍，请核对是否写错。'],
  [[1_980, 198_000], '1 个规格的价格不到原来的一半，1 个规格的价格超过原来的两倍，请核对是否写错。'],
])(
  'prices of 198 yuan that become %j fen are probably typing errors, told above the scrolling rows',
  (prices, words) => {
    render(<PriceTable label="调价预览" lines={prices.map((price, index) => line(`规格 ${index}`, 19_800, price))} />)
    const warning = screen.getByRole('alert')
    expect(warning.textContent).toBe(words)
    expect(screen.getByRole('region', { name: '调价预览' }).contains(warning)).toBe(false)
  },
)

test('half a price, a double one and the first price of a free thing are no errors', () => {
  render(<PriceTable label="调价预览" lines={[line('半价', 200, 100), line('加倍', 200, 400), line('首次', 0, 198)]} />)
  expect(screen.queryByRole('alert')).toBeNull()
})
