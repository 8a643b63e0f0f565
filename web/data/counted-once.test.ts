import { expect, test } from 'vitest'
import { countedOnce } from './counted-once.ts'

interface Input {
  page?: number
  page_size?: number
  keyword?: string
  counted?: { total: number; more: boolean }
}

test('paging reuses the count; the first page, other filters and a reload count again', async () => {
  const sent: Input[] = []
  const send = countedOnce(async (input: Input) => {
    sent.push(input)
    return {
      ok: true as const,
      code: 200 as const,
      msg: '',
      data: { list: [{}], total: 40 + sent.length, more: false },
    }
  })
  const counted = async (input: Input) => {
    await send(input)
    return sent.at(-1)?.counted
  }
  expect(await counted({ page: 1, page_size: 20 })).toBeUndefined()
  expect(await counted({ page: 2, page_size: 20 })).toEqual({ total: 41, more: false })
  expect(await counted({ page: 2, page_size: 20 })).toBeUndefined()
  expect(await counted({ page: 3, page_size: 20 })).toEqual({ total: 43, more: false })
  expect(await counted({ page: 3, page_size: 20, keyword: '专线' })).toBeUndefined()
  expect(await counted({ page: 2, page_size: 20, keyword: '专线' })).toEqual({ total: 45, more: false })
  expect(await counted({ page: 1, page_size: 20, keyword: '专线' })).toBeUndefined()
})

test('a page past the end is counted again, because the count of before has led there', async () => {
  const sent: Input[] = []
  const send = countedOnce(async (input: Input) => {
    sent.push(input)
    const list = input.page === 1 ? [{}] : []
    return {
      ok: true as const,
      code: 200 as const,
      msg: '',
      data: { list, ...(input.counted ?? { total: 20, more: false }) },
    }
  })
  await send({ page: 1 })
  expect(await send({ page: 3 })).toMatchObject({ data: { total: 20 } })
  expect(sent).toEqual([{ page: 1 }, { page: 3, counted: { total: 20, more: false } }, { page: 3 }])
})
