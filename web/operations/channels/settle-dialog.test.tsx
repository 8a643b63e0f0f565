import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openOffice } from '#web/testing/open-office.tsx'
import { refuse } from '#web/testing/open-page.tsx'
import { channelPath } from '../paths.ts'

const channel_id = newId()
const channel = { channel_id, name: '伙伴', state: 'active' as const }
const sums = (commission: number) => ({ orders: 1, corrections: 0, commission, carried: 0, commission_percent: 10 })

async function open(answers: Parameters<typeof openOffice>[2]) {
  const opened = openOffice(`${channelPath(channel_id)}?tab=settlements`, ['finance'], {
    getChannelDetail: channel,
    getSettlementList: { list: [], total: 0 },
    ...answers,
  })
  const [begin] = await screen.findAllByRole('button', { name: '生成结算单' })
  await opened.user.click(begin as HTMLElement)
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('¥50.00')
  return { ...opened, dialog, settle: () => opened.user.click(dialog.getByRole('button', { name: '生成结算单' })) }
}

test('sums that have changed are read again, and only those are settled', async () => {
  let commission = 5_000
  const { calls, dialog, settle } = await open({
    previewSettlement: () => sums(commission),
    settleChannel: () => {
      if (commission === 4_000) return { file_name: 'a.csv', content: '' }
      commission = 4_000
      return refuse(-53022, '内容已被其他人修改，请刷新后重试')
    },
  })
  await settle()
  await screen.findByText('金额已变化，请核对新的金额后再生成')
  await dialog.findByText('¥40.00')
  await settle()
  await expect
    .poll(() => calls('settleChannel').map(({ input }) => input))
    .toMatchObject([{ shown: { commission: 5_000 } }, { shown: { commission: 4_000 } }])
})

test('a month that a colleague has settled closes the dialog, and the list is read again', async () => {
  const { calls, settle } = await open({
    previewSettlement: sums(5_000),
    settleChannel: refuse(-53514, '该月已结算，或晚于它的月份已结算'),
  })
  const before = calls('getSettlementList').length
  await settle()
  await screen.findByText('该月已结算，或晚于它的月份已结算')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls('getSettlementList').length).toBeGreaterThan(before)
})
