import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage, refuse } from '#web/testing/open-page.tsx'

test('the product page’s link opens the request form; a refusal keeps its content, and the state is shown', async () => {
  const { user, calls, answers } = openPage('/control/company?trial', {
    getTrial: { trial: null, available: true },
    requestTrial: refuse(500, '服务出现问题，请稍后重试'),
  })
  const note = await screen.findByRole('textbox', { name: /说明/ })
  await user.type(note, '做直播')
  await user.click(screen.getByRole('button', { name: '提交申请' }))
  await screen.findByText('服务出现问题，请稍后重试')
  expect(note).toHaveProperty('value', '做直播')
  answers.requestTrial = { trial: { state: 'requested' } }
  answers.getTrial = { trial: { state: 'requested' }, available: false }
  await user.click(screen.getByRole('button', { name: '提交申请' }))
  await screen.findByText(/申请已提交/)
  expect(calls('requestTrial').at(-1)).toEqual({ note: '做直播' })
  expect(screen.queryByRole('button', { name: '申请试用' })).toBeNull()
})

test('a declined request shows the reason and can be made again', async () => {
  openPage('/control/company', {
    getTrial: { trial: { state: 'declined', reason: '请补充说明' }, available: true },
  })
  await screen.findByText(/申请未通过：请补充说明/)
  await screen.findByRole('button', { name: '申请试用' })
})
