import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openOffice } from '#web/testing/open-office.tsx'
import { refuse } from '#web/testing/open-page.tsx'
import { channelPath } from '../paths.ts'

test('a rate is set from the one on the page, which shows a colleague’s once that was faster', async () => {
  const channel_id = newId()
  let commission_percent = 10
  const { user, calls } = openOffice(channelPath(channel_id), ['finance'], {
    getChannelDetail: () => ({ channel_id, name: '伙伴', state: 'active', commission_percent }),
    setChannelCommission: () => {
      commission_percent = 15
      return refuse(-53022, '内容已被其他人修改，请刷新后重试')
    },
  })
  await user.click(await screen.findByRole('button', { name: '设置佣金比例' }))
  const dialog = within(await screen.findByRole('dialog'))
  const rate = dialog.getByRole('spinbutton')
  await user.clear(rate)
  await user.type(rate, '12')
  await user.click(dialog.getByRole('button', { name: /保\s?存/ }))
  await screen.findByText('15%')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls('setChannelCommission').map(({ input }) => input)).toEqual([
    { channel_id, from: 10, commission_percent: 12 },
  ])
})
