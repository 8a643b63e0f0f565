import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listedLines } from '#contract/line-names.ts'
import { openPage } from '#web/testing/open-page.tsx'

test('lines beyond those that are counted show as more, and all pages of the counted ones can be reached', async () => {
  const { user, calls } = openPage('/control/manageline', {
    getCompanyVplList: {
      list: [{ name: '东京直播' }],
      total: listedLines,
      more: true,
      counts: { unbound: listedLines, suspended: listedLines, active: 6 },
    },
  })
  await screen.findByText('共 2,000+ 条专线')
  const states = within(screen.getByRole('radiogroup', { name: '专线状态' }))
  for (const name of ['待绑定 2,000+', '已暂停 2,000+', '使用中 6']) states.getByText(name)
  await user.click(screen.getByRole('button', { name: '第 100 页' }))
  await expect.poll(() => calls('getCompanyVplList').at(-1)).toMatchObject({ page: 100 })
})
