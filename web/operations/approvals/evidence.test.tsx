import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { OperationOutput } from '#contract/operations/index.ts'
import { type OfficeAnswers, openOffice } from '#web/testing/open-office.tsx'
import { refuse } from '#web/testing/open-page.tsx'

const id = '01a20d45-4b2c-79c5-be24-5f8229a541be'
const listed: OperationOutput<'getApprovalList'>['list'][number] = {
  approval_id: id,
  kind: 'payment',
  state: 'waiting',
  summary: '对公转账到账 ¥58.00',
  target: 'payment:1',
  requested_by: '周运营',
  requested_at: '2026-11-24T02:00:00.000Z',
  alone: false,
  own: false,
  decided_by: null,
  decided_at: null,
  reason: null,
  result: null,
  half: false,
}
const row = { tone: null, link: null, file: null }
const found: OperationOutput<'getApprovalEvidence'> = {
  rows: [
    { ...row, label: '订单', value: '202611240001', link: { page: 'order', order_number: '202611240001' } },
    { ...row, label: '付款户名', value: '别家公司', tone: 'warning' },
    { ...row, label: '凭证', value: '2026-11-24 提交', file: { file_id: id, content_type: 'application/pdf' } },
  ],
  rules: [{ label: '规则', value: '总是须确认', tone: null }],
  earlier: [{ ...listed, approval_id: `${id.slice(0, -1)}f`, state: 'rejected', summary: '此前的到账 ¥57.00' }],
}
const answers: OfficeAnswers = {
  getApprovalList: { list: [listed], total: 1 },
  getApprovalEvidence: found,
  openApprovalFile: { url: '/files/1?signature=x' },
}

test('the dialog shows the evidence; a page opens beside it, and a file only on demand', async () => {
  const { user, calls } = openOffice('/operations/approvals', ['support'], answers)
  await user.click(await screen.findByRole('button', { name: '确认执行' }))
  const shown = within(await screen.findByRole('region', { name: '依据' }))
  const link = shown.getByRole('link', { name: '202611240001' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
    '/operations/orders/202611240001',
    '_blank',
  ])
  expect(shown.getByText('别家公司').className).toBe('warning')
  expect(shown.getByText('总是须确认')).toBeDefined()
  expect(shown.getByText('此前的到账 ¥57.00')).toBeDefined()
  expect(calls('openApprovalFile')).toEqual([])
  await user.click(shown.getByRole('button', { name: '查看凭证' }))
  expect((await shown.findByRole('link', { name: '打开 PDF 凭证' })).getAttribute('href')).toBe('/files/1?signature=x')
  expect(calls('openApprovalFile')[0]?.input).toEqual({ approval_id: id, file_id: id })
})

test('refused evidence is replaced by the reason and a retry', async () => {
  const { user } = openOffice('/operations/approvals', ['support'], {
    ...answers,
    getApprovalEvidence: () => refuse(-53021, '没有找到'),
  })
  await user.click(await screen.findByRole('button', { name: '驳回' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('没有找到')).toBeDefined()
  expect(dialog.getByRole('button', { name: /重\s*试/ })).toBeDefined()
})

test('nobody confirms what they have not been shown', async () => {
  const values: OfficeAnswers = { ...answers, getApprovalEvidence: () => refuse(500, '服务出现问题，请稍后重试') }
  const { user } = openOffice('/operations/approvals', ['support'], values)
  await user.click(await screen.findByRole('button', { name: '确认执行' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('服务出现问题，请稍后重试')
  const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: '确认执行' })
  expect(confirm.disabled).toBe(true)
})

describe('confirming several requests in a row', () => {
  const [second, third] = [`${id.slice(0, -1)}a`, `${id.slice(0, -1)}b`]
  const several = [
    listed,
    { ...listed, approval_id: `${id.slice(0, -1)}c`, own: true, summary: '自己提交的' },
    { ...listed, approval_id: second, summary: '对公转账到账 ¥59.00' },
    { ...listed, approval_id: third, summary: '对公转账到账 ¥60.00' },
  ]
  const open = async (row: number, values: OfficeAnswers = {}) => {
    const office = openOffice('/operations/approvals', ['finance'], {
      ...answers,
      getApprovalList: { list: several, total: 4 },
      decideApproval: { result: '已入账', once: null },
      ...values,
    })
    const buttons = await screen.findAllByRole('button', { name: /确认执行/ })
    await office.user.click(buttons[row] ?? document.body)
    return office
  }
  const shown = async (summary: string) => within(await screen.findByRole('dialog')).findByText(summary)
  const next = () => screen.findByRole<HTMLButtonElement>('button', { name: '确认并看下一项' })

  test('the next one that waits for others follows, with evidence of its own', async () => {
    const { user, calls } = await open(0)
    await shown('对公转账到账 ¥58.00')
    await expect.poll(async () => (await next()).disabled).toBe(false)
    await user.click(await next())
    await shown('对公转账到账 ¥59.00')
    expect(calls('decideApproval').map(({ input }) => input)).toEqual([{ approval_id: id, decision: 'confirm' }])
    expect(calls('getApprovalEvidence').at(-1)?.input).toEqual({ approval_id: second })
  })

  test('after one that was withdrawn meanwhile the next one follows, too', async () => {
    const { user } = await open(2, { decideApproval: () => refuse(-53011, '该申请已被处理') })
    await shown('对公转账到账 ¥60.00')
    await expect.poll(async () => (await next()).disabled).toBe(false)
    await user.click(await next())
    await shown('对公转账到账 ¥58.00')
    await screen.findByText('该申请已被处理')
  })

  test('confirming alone ends there, and a password shown once is not covered by the next request', async () => {
    const { user } = await open(1, { decideApproval: { result: '已增加', once: '首个密码的前半：abc' } })
    await shown('对公转账到账 ¥59.00')
    await expect.poll(async () => (await next()).disabled).toBe(false)
    await user.click(await next())
    await screen.findByText(/首个密码的前半/)
    expect(screen.queryByText('确认并看下一项')).toBeNull()
  })

  test('of a refused confirmation the request stays, and the last one has no next', async () => {
    const { user } = await open(0, {
      getApprovalList: { list: [listed], total: 1 },
      decideApproval: () => refuse(-53017, '金额有变化'),
    })
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.queryByText('确认并看下一项')).toBeNull()
    await expect.poll(() => dialog.getByRole<HTMLButtonElement>('button', { name: '确认执行' }).disabled).toBe(false)
    await user.click(dialog.getByRole('button', { name: '确认执行' }))
    await screen.findByText('金额有变化')
    await shown('对公转账到账 ¥58.00')
  })
})
