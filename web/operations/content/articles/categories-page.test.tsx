import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openOffice } from '#web/testing/open-office.tsx'

const list = ['新手入门', '账号', '专线'].map(name => ({ category_id: newId(), name, kind: 'help' as const }))
const address = '/operations/articles/categories'

test('an auditor cannot drag a category', async () => {
  openOffice(address, ['auditor'], { getArticleCategoryList: { list } })
  const item = (await screen.findByText('新手入门')).closest('li')
  expect(item?.getAttribute('draggable')).toBe('false')
})

test('a second move waits for the order that the first one leads to', async () => {
  const moved = Promise.withResolvers<object>()
  const { user, calls } = openOffice(address, ['content'], {
    getArticleCategoryList: { list },
    setArticleCategoryOrder: () => moved.promise,
  })
  const down = await screen.findByRole<HTMLButtonElement>('button', { name: '下移 新手入门' })
  const draggable = () => down.closest('li')?.getAttribute('draggable')
  expect(draggable()).toBe('true')
  await user.click(down)
  await expect.poll(() => down.disabled).toBe(true)
  expect(draggable()).toBe('false')
  await user.click(down)
  moved.resolve({})
  await expect.poll(() => down.disabled).toBe(false)
  expect(calls('setArticleCategoryOrder')).toHaveLength(1)
})
