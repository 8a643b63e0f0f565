import { expect, test } from 'vitest'
import { type OperationInput, type OperationName, operations } from '#contract/operations/index.ts'
import { testSite } from '#server/app/site/testing.ts'

const site = await testSite()
const { make, get } = site

async function operate<Name extends OperationName>(token: string, name: Name, input: OperationInput<Name>) {
  const answer = await site.app.inject({
    method: 'POST',
    url: `/api/operations${operations[name].path}`,
    headers: { authorization: 'operations-web 1201', cookie: `__Host-operator=${token}` },
    payload: input as object,
  })
  const { code, msg, data } = answer.json<{ code: number; msg: string; data: { approval_id: string } }>()
  expect(code, msg).toBe(200)
  return data
}

test('the public price page shows a confirmed price at once and hides what is no longer on sale', async () => {
  const { token } = await make.operator('finance')
  const { token: other } = await make.operator('owner')
  const sku = await make.sku({ price: 16_800 })
  const page = async () => (await get('/product')).body
  expect(await page()).toContain('¥168.00')
  const { approval_id } = await operate(token, 'requestPrices', {
    skus: [{ sku_id: sku.id, old_price: 16_800, old_list_price: 16_800, price: 18_500, list_price: 21_000 }],
  })
  expect(await page()).toContain('¥168.00')
  await operate(other, 'decideApproval', { approval_id, decision: 'confirm' })
  await expect.poll(page).toContain('¥185.00')
  expect(await page()).not.toContain('¥168.00')
  // The struck-out price has no evidence, so none is shown.
  expect(await page()).not.toContain('¥210.00')
  await operate(token, 'unpublishSkus', { sku_ids: [sku.id] })
  await expect.poll(page).toContain('价格正在更新')
})
