import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { StatementVerdict } from '#contract/operations/sales-names.ts'
import { openOffice } from '#web/testing/open-office.tsx'

const row = (line: number, verdict: StatementVerdict, remark_code: string) => ({
  line,
  verdict,
  remark_code,
  amount: line * 100,
  reference: `第 ${line} 行`,
})
const rows = [row(2, 'match', '11111111'), row(3, 'split', '22222222'), row(4, 'split', '22222222')]
const parts = [
  { remark_code: '22222222', amount: 300, reference: '第 3 行' },
  { remark_code: '22222222', amount: 400, reference: '第 4 行' },
]
const refused = parts.map(({ reference }) => ({ remark_code: '22222222', reason: `${reference}已登记` }))

async function preview(of: object[] = rows) {
  const opened = openOffice('/operations/transfers/statement', ['finance'], {
    previewStatement: { rows: of },
    requestStatement: { requested: 1, done: 0, refused: [] },
    recordTransferParts: { recorded: 2, requested: 1, done: 0, refused },
  })
  const file = new File(['日期'], '流水.csv', { type: 'text/csv' })
  await opened.user.upload(await screen.findByLabelText('银行流水'), file)
  await screen.findByRole('button', { name: '提交 1 笔待确认' })
  return opened
}

test('what one button of a statement does not send stays to be sent by the other', async () => {
  const { user, calls } = await preview()
  await user.click(screen.getByRole('button', { name: '提交 1 笔待确认' }))
  await screen.findByText('已提交 1 笔，等待另一位操作员确认')
  screen.getByText('还有 2 笔分次到账没有登记。')
  expect(screen.queryByRole('button', { name: /^提交/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: '登记 2 笔分次到账' }))
  await screen.findByText(/已登记 2 笔分次到账；已提交 1 笔/)
  expect(screen.queryByText(/没有登记。/)).toBeNull()
  expect(calls('requestStatement').map(({ input }) => input)).toEqual([
    { matches: [{ remark_code: '11111111', amount: 200, reference: '第 2 行' }] },
  ])
  expect(calls('recordTransferParts').map(({ input }) => input)).toEqual([{ parts }])
  await user.click(screen.getByRole('button', { name: '再导入一份' }))
  await screen.findByRole('button', { name: '选择文件' })
})

test('the parts can be first, and each row that was refused is listed, of one code as well', async () => {
  const { user } = await preview()
  await user.click(screen.getByRole('button', { name: '登记 2 笔分次到账' }))
  const list = within(await screen.findByRole('status', { name: '结果' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '22222222 第 3 行已登记',
    '22222222 第 4 行已登记',
  ])
  list.getByText('还有 1 笔相符的没有提交。')
  screen.getByRole('button', { name: '提交 1 笔待确认' })
})

test('money that came again leads to its transfer, for which nothing is due', async () => {
  const again = { ...row(5, 'again', '33333333'), due: 5_800 }
  await preview([...rows, again, { ...row(6, 'part', '44444444'), due: 6_000 }])
  const link = screen.getByRole('link', { name: /去登记又到账/ })
  expect(link.getAttribute('href')).toBe('/operations/transfers?state=all&keyword=33333333')
  expect(link.getAttribute('target')).toBe('_blank')
  expect(screen.getAllByText(/^应付/).map(({ textContent }) => textContent)).toEqual(['应付 ¥60.00'])
})

test('a row without a code leads to the transfer that it may belong to, and is not submitted with the others', async () => {
  await preview([...rows, row(5, 'uncoded', '33333333')])
  const link = screen.getByRole('link', { name: /去核对并确认到账/ })
  expect(link.getAttribute('href')).toBe('/operations/transfers?state=all&keyword=33333333')
  screen.getByRole('button', { name: '提交 1 笔待确认' })
})

test('a due amount of a transfer that was recorded with another one says where that one is', async () => {
  await preview([...rows, { ...row(5, 'amount', '33333333'), due: 500 }, { ...row(6, 'amount', '44444444'), due: 900 }])
  const links = screen.getAllByRole('link', { name: '登记过不符的金额，见异常款项' })
  expect(links.map(link => link.getAttribute('href'))).toEqual(['/operations/money'])
  expect(screen.getAllByText(/^应付/).map(({ textContent }) => textContent)).toEqual(['应付 ¥9.00'])
})

test.each([
  ['amount', /去登记金额不符/],
  ['payer', /去核对付款户名/],
  ['repeated', /去核对/],
] as const)('a row that is judged by a person (%s) leads to its transfer', async (verdict, name) => {
  await preview([...rows, { ...row(5, verdict, '33333333'), due: 900 }])
  expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(
    '/operations/transfers?state=all&keyword=33333333',
  )
})
