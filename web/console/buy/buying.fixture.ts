import { newId } from '#web/testing/answers.ts'
import type { Answers } from '#web/testing/open-page.tsx'

const category_id = newId()

/** Only hours are on sale, for 58 yuan a month. */
export const hoursOnSale: Answers = {
  getOffers: {
    categories: [
      { category_id, name: '员工时长', goods: [{ category_id, product: 'hours', skus: [{ price: 5800 }] }] },
    ],
    packages: [
      { category_id, days: 30 },
      { category_id, days: 90, discount_percent: 5 },
    ],
  },
  quoteOrder: ({ items = [] }) => {
    const payable = items.reduce((sum, { quantity }) => sum + quantity * 5800, 0)
    return { items: [{ unit_price: 5800 }], payable }
  },
}
