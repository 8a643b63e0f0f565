import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openOffice } from '#web/testing/open-office.tsx'
import { refuse } from '#web/testing/open-page.tsx'
import { channelPath } from '../paths.ts'

test('a rate is set from the one on the page, and in place of a colleague’s only once that was told', async () => {
  const channel_id = newId()
  let commission_percent = 10
  const { user, calls } = openOffice(channelPath(channel_id), ['finance'], {
    getChannelDetail: () => ({ channel_id, name: '伙伴', state: 'active', commission_percent }),
    setChannelCommission: () => {
      if (commission_percent === 15) return {}
      commission_percent = 15
      return refuse(-53022, '内容已被其他人修改，请刷新后重试', { seen: { commission_percent } })
    },
  })
  await user.click(await screen.findByRole('button', { name: '设置佣金比例' }))
  const dialog = within(await screen.findByRole('dialog'))
  const rate = dialog.getByRole('spinbutton')
  await user.clear(rate)
  await user.type(rate, '12')
  await user.click(dialog.getByRole('button', { name: /保\s?存/ }))
  await dialog.findByText(/保存了新的内容：佣金比例/)
  await screen.findByText('15%')
  await user.click(dialog.getByRole('button', { name: /保\s?存/ }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls('setChannelCommission').map(({ input }) => input)).toEqual([
    { channel_id, commission_percent: 12, seen: { commission_percent: 10 } },
    { channel_id, commission_percent: 12, seen: { commission_percent: 15 } },
  ])
})
