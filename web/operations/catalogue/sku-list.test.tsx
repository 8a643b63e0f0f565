import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { pricesAtOnce } from '#contract/operations/catalogue-names.ts'
import { newId } from '#web/testing/answers.ts'
import { openOffice } from '#web/testing/open-office.tsx'
import { categoryPath } from '../paths.ts'

test('no more SKUs are chosen than one change of prices takes, and the button says how many', async () => {
  const [category_id, goods_id] = [newId(), newId()]
  const skus = Array.from({ length: 8 }, (_, place) => ({
    list: Array.from({ length: 100 }, () => ({ sku_id: newId(), goods_name: `规格${place}`, region_name: null })),
    total: 8 * 100,
  }))
  const { user } = openOffice(categoryPath(category_id, { goods: goods_id }), ['finance'], {
    getCatalogueTree: { list: [{ category_id, name: '专线' }] },
    getCatalogueGoods: { list: [{ goods_id, name: '企业专线', skus: 800 }] },
    getCatalogueSkus: ({ page = 1, page_size = 20 }) => ({
      total: 800,
      list: skus[page - 1]?.list.slice(0, page_size) ?? [],
    }),
  })
  const [first] = await screen.findAllByRole('checkbox', { name: /规格0/ })
  if (first) await user.click(first)
  const bar = await screen.findByRole('toolbar', { name: '批量操作' })
  await user.click(within(bar).getByRole('button', { name: `选择前 ${pricesAtOnce} 个规格` }))
  expect(await within(bar).findByText(String(pricesAtOnce))).toBeTruthy()
})
