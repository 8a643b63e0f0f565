import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage, refuse } from '#web/testing/open-page.tsx'

test('the product page’s link opens the request form; a refusal keeps its content, and the state is shown', async () => {
  const { user, calls, answers } = openPage('/control/company?trial', {
    getTrial: { trial: null, available: true },
    requestTrial: refuse(500, '服务出现问题，请稍后重试'),
  })
  const note = await screen.findByRole('textbox', { name: /说明/ })
  // A user who returns to this page is not asked again.
  await expect.poll(() => location.search).toBe('')
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

const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString()
test.each([
  ['offered to a new company', { trial: null, available: true }, true],
  ['no longer offered to a company that has paid', { trial: null, available: true, has_paid: true }, false],
  ['offered to whoever asks for it, even so', { trial: null, available: true, has_paid: true }, true, '?trial'],
  ['told of while it runs', { trial: { state: 'active', ends_at: days(1) }, has_paid: true }, true],
  ['told of at its end', { trial: { state: 'ended', ends_at: days(-6) } }, true],
  ['no longer told of a week later', { trial: { state: 'ended', ends_at: days(-8) } }, false],
] as const)('the trial is %s', async (_, getTrial, isShown, search: string = '') => {
  const { calls } = openPage(`/control/company${search}`, { getTrial })
  await screen.findByRole('heading', { name: '待办' })
  await expect.poll(() => calls('getTrial').length).toBeGreaterThan(0)
  if (isShown) await screen.findByRole('heading', { name: '产品试用' })
  else expect(screen.queryByRole('heading', { name: '产品试用' })).toBeNull()
})

test('a company that was verified anew, and has had its trial before, is offered none', async () => {
  const { calls } = openPage('/control/company', { getTrial: { trial: null, available: false } })
  await screen.findByRole('heading', { name: '待办' })
  await expect.poll(() => calls('getTrial').length).toBeGreaterThan(0)
  expect(screen.queryByRole('heading', { name: '产品试用' })).toBeNull()
})

test('whoever asks for a trial that the company has had before reads why there is none', async () => {
  openPage('/control/company?trial', { getTrial: { trial: null, available: false } })
  await screen.findByText(/同一信用代码的企业已使用过试用/)
  expect(screen.queryByRole('button', { name: '申请试用' })).toBeNull()
})

test('a declined request shows the reason and can be made again', async () => {
  openPage('/control/company', {
    getTrial: { trial: { state: 'declined', reason: '请补充说明' }, available: true },
  })
  await screen.findByText(/申请未通过：请补充说明/)
  await screen.findByRole('button', { name: '申请试用' })
})
